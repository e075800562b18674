-- title: Net spending of a household on a category in a month
-- grain: one row per (shop, household, category, month)
-- source: ours, ShopOps
-- reads as: what the household {household} spent on {category} at {shop} in the month from {month}, net
select
    s.shop,
    s.household,
    s.category,
    s.month,
    sum(s.amount) as amount
from member_spending as s
group by s.shop, s.household, s.category, s.month
