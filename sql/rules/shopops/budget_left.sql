-- title: What is left of the budget of a household for a month
-- grain: one row per (shop, household, category, month)
-- source: ours, ShopOps
-- reads as: what the household {household} has left for {category} at {shop} in the month from {month}
-- why: negative where more was spent
select
    a.shop,
    a.household,
    a.category,
    a.month,
    b.amount - coalesce(s.amount, 0) as amount
from asked_household_spending as a
inner join month_budget as b on b.household = a.household and b.category = a.category and b.month = a.month
left join household_spending as s
    on s.shop = a.shop and s.household = a.household and s.category = a.category and s.month = a.month
