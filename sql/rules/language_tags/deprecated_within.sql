-- title: Records deprecated within a period
-- grain: one row per (kind, first_day, last_day, code)
-- source: ours
-- reads as: the records of the kind {kind} deprecated from {first_day} to {last_day}
select a.kind, a.first_day, a.last_day, d.code
from asked_period as a
inner join deprecation as d on d.kind = a.kind
where d.deprecated_on between a.first_day and a.last_day
