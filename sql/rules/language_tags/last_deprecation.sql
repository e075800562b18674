-- title: Day of the latest deprecation of a kind
-- grain: one row per (kind)
-- source: ours
-- reads as: the day on which a record of the kind {kind} was deprecated last
select d.kind, max(d.deprecated_on) as deprecated_on
from deprecation as d
group by d.kind
