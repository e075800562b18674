-- title: Worlds whose assessor was unblinded before rating
-- grain: one row per (world)
-- source: paper section 3.4; the rule is ours
-- reads as: the assessor of {world} was unblinded before rating
select distinct a.world
from access as a
inner join observe as o on o.world = a.world
where a.step < o.step
