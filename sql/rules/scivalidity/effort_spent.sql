-- title: Worlds whose effort was spent before the decision
-- grain: one row per (world)
-- source: paper section 3.4; the rule is ours
-- reads as: the effort of {world} was spent before the decision
select distinct p.world
from plan as p
inner join decide as d on d.world = p.world
where d.step < p.step
