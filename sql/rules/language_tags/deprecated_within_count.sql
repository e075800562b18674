-- title: Number of records deprecated within a period
-- grain: one row per (kind, first_day, last_day)
-- source: ours
-- reads as: how many records of the kind {kind} were deprecated from {first_day} to {last_day}
select w.kind, w.first_day, w.last_day, count(*) as deprecated_count
from deprecated_within as w
group by w.kind, w.first_day, w.last_day
