-- title: Worlds whose money was spent before the decision
-- grain: one row per (world)
-- source: paper section 3.4; the rule is ours
-- reads as: the money of {world} was spent before the decision
select distinct p.world
from plan as p
inner join run as r on r.world = p.world
where r.step < p.step
