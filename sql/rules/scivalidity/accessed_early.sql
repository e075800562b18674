-- title: Worlds whose outcome was accessed before the plan was locked
-- grain: one row per (world)
-- source: paper section 3.4; the rule is ours
-- reads as: the outcome of {world} was accessed before the lock
select distinct p.world
from plan as p
inner join access as a on a.world = p.world
where a.step < p.step
