-- title: The items of a purchase that a return is asked of
-- grain: one row per (shop, customer, purchase, product)
-- source: ours, ShopOps
-- reads as: the items of {customer}'s {purchase}, of which a return to {shop} is asked
select
    a.shop,
    a.customer,
    a.purchase,
    l.product
from asked_purchase as a
inner join line as l on l.customer = a.customer and l.purchase = a.purchase
