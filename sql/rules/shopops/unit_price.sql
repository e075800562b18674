-- title: The price of a product in a purchase
-- grain: one row per (customer, purchase, product)
-- source: ours, ShopOps
-- reads as: the price of one {product} in {customer}'s {purchase}
-- why: as written, whether or not the purchase was cancelled
select
    l.customer,
    l.purchase,
    l.product,
    l.unit_price
from line as l
