-- title: Worlds that observe in a unit without a recorded conversion
-- grain: one row per (world)
-- source: paper section 3.4; the rule is ours
-- reads as: {world} observes in a unit that no recorded conversion covers
select distinct o.world
from observe as o
inner join plan as p on p.world = o.world
where
    o.subject <> p.subject
    and not exists (select 1 from unit_converted as c where c.world = o.world and c.unit = o.subject)
