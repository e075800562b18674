-- title: The categories a customer spent most on in a month
-- grain: one row per (shop, customer, month, category)
-- source: ours, ShopOps
-- reads as: the categories that {customer} spent most on at {shop} in the month from {month}
-- why: among the categories that products are filed under; more than 0, and equal amounts share the place
select
    s.shop,
    s.customer,
    s.month,
    s.category
from filed_spending as s
inner join filed_spending_max as m on m.shop = s.shop and m.customer = s.customer and m.month = s.month
where s.amount = m.amount and s.amount > 0
