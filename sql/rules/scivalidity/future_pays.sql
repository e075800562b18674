-- title: Worlds in which going on is worth more than stopping
-- grain: one row per (world)
-- source: paper section 3.4; the rule is ours
-- reads as: going on is worth more than stopping in {world}
select distinct p.world
from plan as p
inner join observe as o on o.world = p.world
where o.amount > p.amount
