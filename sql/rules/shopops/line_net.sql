-- title: Net spending on a line of a month
-- grain: one row per (shop, customer, month, purchase, product)
-- source: ours, ShopOps
-- reads as: what {customer} spent at {shop} on {product} in {purchase}, in the month from {month}, net
-- why: after returns and the discount of the tier on the day of the purchase, rounded half up once
select
    a.shop,
    a.customer,
    a.month,
    m.purchase,
    l.product,
    round(k.amount * (100 - d.percent) * 0.01, 2) as amount
from asked_shop_month as a
inner join month_purchase as m on m.customer = a.customer and m.month = a.month
inner join line as l on l.customer = a.customer and l.purchase = m.purchase
inner join line_kept as k on k.customer = a.customer and k.purchase = m.purchase and k.product = l.product
inner join purchase as p on p.customer = a.customer and p.purchase = m.purchase
inner join purchase_tier as t on t.customer = a.customer and t.purchase = m.purchase
asof join discount as d on d.shop = a.shop and d.tier = t.tier and d.valid_from <= p.placed_on
