-- title: Worlds that stopped before the planned size
-- grain: one row per (world)
-- source: paper section 3.4; the rule is ours
-- reads as: {world} stopped before its planned size
select distinct p.world
from plan as p
inner join run as r on r.world = p.world
where r.amount < p.amount
