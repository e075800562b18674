-- title: Worlds that test a hypothesis on the sample that raised it
-- grain: one row per (world)
-- source: paper section 3.4; the rule is ours
-- reads as: {world} tests on the sample that raised its hypothesis
select distinct p.world
from plan as p
inner join retrieve as r on r.world = p.world
where r.subject = p.subject
