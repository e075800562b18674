-- title: Amount of an expense in the house's currency
-- grain: one row per (person, trip, expense)
-- source: ours
-- reads as: the amount of expense {expense} of {person}'s trip {trip} in the house's currency
-- why: at the rate of the day on which it was spent, rounded half up to the cent, once
select
    e.person,
    e.trip,
    e.expense,
    cast(round(e.amount * f.rate, 2) as decimal(12, 2)) as amount
from expense as e
asof join fx as f on f.currency = e.currency and f.valid_from <= e.spent_on
