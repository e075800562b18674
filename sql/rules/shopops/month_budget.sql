-- title: The budget of a household for a category that counts for a month
-- grain: one row per (household, category, month)
-- source: ours, ShopOps
-- reads as: the budget of the household {household} for {category} that counts for the month from {month}
-- why: the last one in force by the last day of the month
select
    a.household,
    a.category,
    a.month,
    b.amount
from asked_household_budget as a
asof join budget as b
    on b.household = a.household
    and b.category = a.category
    and b.month = a.month
    and b.valid_from <= date_trunc('month', a.month + 31) - 1
