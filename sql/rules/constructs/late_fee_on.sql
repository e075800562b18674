-- title: The late fee of a branch on a day
-- grain: one row per (branch, day)
-- source: ours; construct: asof join with an asked day, not closed
-- reads as: the late fee per day of {branch} in force on {day}
select
    a.branch,
    a.day,
    f.amount
from asked_late_fee_on as a
asof join late_fee as f on f.branch = a.branch and f.valid_from <= a.day
