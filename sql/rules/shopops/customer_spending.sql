-- title: Net spending of a customer on a category in a month
-- grain: one row per (shop, customer, category, month)
-- source: ours, ShopOps
-- reads as: what {customer} spent on {category} at {shop} in the month from {month}, net
select
    s.shop,
    s.customer,
    s.category,
    s.month,
    sum(s.amount) as amount
from spending_line as s
group by s.shop, s.customer, s.category, s.month
