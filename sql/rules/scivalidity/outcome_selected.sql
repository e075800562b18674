-- title: Worlds whose outcome was selected from an inspected family
-- grain: one row per (world)
-- source: paper section 3.4; the rule is ours
-- reads as: the outcome of {world} was selected from inspected ones
select distinct p.world
from plan as p
inner join access as a on a.world = p.world
where a.amount > p.amount
