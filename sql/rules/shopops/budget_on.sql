-- title: The budget for a category and a month that is in force on a day
-- grain: one row per (household, category, month, day)
-- source: ours, ShopOps
-- reads as: the budget of the household {household} for {category} in the month from {month}, as in force on {day}
-- why: looked up for exactly this category, not for one above it
select
    a.household,
    a.category,
    a.month,
    a.day,
    b.amount
from asked_budget_on as a
asof join budget as b
    on b.household = a.household and b.category = a.category and b.month = a.month and b.valid_from <= a.day
