-- title: Number of records of a kind that are in use
-- grain: one row per (kind)
-- source: ours
-- reads as: how many records of the kind {kind} are active
select a.kind, count(*) as active_count
from active as a
group by a.kind
