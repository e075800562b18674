-- title: Net spending of a member of a household on a category in a month
-- grain: one row per (shop, household, category, month, customer)
-- source: ours, ShopOps
-- reads as: what {customer}, of the household {household}, spent on {category} at {shop} in the month from {month}, net
select
    m.shop,
    m.household,
    m.category,
    m.month,
    m.customer,
    sum(m.amount) as amount
from member_line as m
group by m.shop, m.household, m.category, m.month, m.customer
