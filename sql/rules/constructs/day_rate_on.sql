-- title: The day rate of a kind on a day
-- grain: one row per (kind, day)
-- source: ours; construct: asof join with an asked day, closed by day_rate_complete
-- reads as: the day rate for {kind} in force on {day}
select
    a.kind,
    a.day,
    r.amount
from asked_day_rate_on as a
asof join day_rate as r on r.kind = a.kind and r.valid_from <= a.day
