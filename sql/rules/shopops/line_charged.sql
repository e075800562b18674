-- title: What a line of a purchase cost after discount
-- grain: one row per (shop, customer, purchase, product)
-- source: ours, ShopOps
-- reads as: what {product} in {customer}'s {purchase} at {shop} cost after discount
-- why: before returns; discount of the tier on the day of the purchase, rounded half up once
select
    a.shop,
    a.customer,
    a.purchase,
    l.product,
    round(l.quantity * l.unit_price * (100 - d.percent) * 0.01, 2) as amount
from asked_purchase as a
inner join line as l on l.customer = a.customer and l.purchase = a.purchase
inner join purchase as p on p.customer = a.customer and p.purchase = a.purchase
inner join purchase_tier as t on t.customer = a.customer and t.purchase = a.purchase
asof join discount as d on d.shop = a.shop and d.tier = t.tier and d.valid_from <= p.placed_on
