-- title: Lines that count towards the spending of a household on a category in a month
-- grain: one row per (shop, household, category, month, customer, purchase, product)
-- source: ours, ShopOps
-- reads as: the items from {category} that the household {household} spent on at {shop} in the month from {month}
-- why: each after returns and the discount of the member's own tier on the day of the purchase, rounded half up once
select
    a.shop,
    a.household,
    a.category,
    a.month,
    m.customer,
    m.purchase,
    l.product,
    round(k.amount * (100 - d.percent) * 0.01, 2) as amount
from asked_household_spending as a
inner join member_purchase as m on m.household = a.household and m.month = a.month
inner join line as l on l.customer = m.customer and l.purchase = m.purchase
inner join category_above as u on u.product = l.product and u.category = a.category
inner join line_kept as k on k.customer = m.customer and k.purchase = m.purchase and k.product = l.product
inner join purchase as p on p.customer = m.customer and p.purchase = m.purchase
inner join purchase_tier as t on t.customer = m.customer and t.purchase = m.purchase
asof join discount as d on d.shop = a.shop and d.tier = t.tier and d.valid_from <= p.placed_on
