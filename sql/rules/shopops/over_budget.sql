-- title: Households over their budget for a month
-- grain: one row per (shop, household, category, month)
-- source: ours, ShopOps
-- reads as: whether the household {household} spent more on {category} at {shop} than its budget for the month from {month}
-- why: strictly more
select
    a.shop,
    a.household,
    a.category,
    a.month
from asked_household_spending as a
inner join month_budget as b on b.household = a.household and b.category = a.category and b.month = a.month
left join household_spending as s
    on s.shop = a.shop and s.household = a.household and s.category = a.category and s.month = a.month
where coalesce(s.amount, 0) > b.amount
