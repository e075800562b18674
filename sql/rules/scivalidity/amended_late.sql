-- title: Worlds whose plan was amended after data were seen
-- grain: one row per (world)
-- source: paper section 3.4; the rule is ours
-- reads as: the plan of {world} was amended after data were seen
select distinct w.world
from write as w
inner join observe as o on o.world = w.world
where w.step > o.step
