-- title: Worlds followed for less than the planned horizon
-- grain: one row per (world)
-- source: paper section 3.4; the rule is ours
-- reads as: {world} was followed for less than its horizon
select distinct p.world
from plan as p
inner join run as r on r.world = p.world
where r.step < p.step
