-- title: The lines of a purchase that a return is asked about
-- grain: one row per (shop, customer, purchase, product, day)
-- source: ours, ShopOps
-- reads as: whether {product} is in {customer}'s {purchase}, of which a return to {shop} on {day} is asked
select
    a.shop,
    a.customer,
    a.purchase,
    l.product,
    a.day
from asked_return as a
inner join line as l on l.customer = a.customer and l.purchase = a.purchase
