-- title: Price of what was kept of a line
-- grain: one row per (customer, purchase, product)
-- source: ours, ShopOps
-- reads as: the price, before discount, of what was kept of {product} in {customer}'s {purchase}
-- why: a return counts in the month of the purchase, whenever it happened
select
    l.customer,
    l.purchase,
    l.product,
    (l.quantity - coalesce(r.quantity, 0)) * l.unit_price as amount
from line as l
left join returned as r on r.customer = l.customer and r.purchase = l.purchase and r.product = l.product
