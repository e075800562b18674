-- title: Worlds that observe a metric by another version than planned
-- grain: one row per (world)
-- source: paper section 3.4; the rule is ours
-- reads as: {world} has a metric of another version than planned
select distinct p.world
from plan as p
inner join observe as o on o.world = p.world
where o.subject <> p.subject
