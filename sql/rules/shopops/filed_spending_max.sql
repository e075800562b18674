-- title: The highest net spending of a customer on one category in a month
-- grain: one row per (shop, customer, month)
-- source: ours, ShopOps
-- reads as: the most that {customer} spent at {shop} on one category in the month from {month}
select
    s.shop,
    s.customer,
    s.month,
    max(s.amount) as amount
from filed_spending as s
group by s.shop, s.customer, s.month
