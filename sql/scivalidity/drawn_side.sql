-- title: Worlds whose governing relation is derived with the other side than their fields were drawn for
-- grain: one row per (world_id)
-- source: ours
-- why: must return no row; the side of a family would mean the contrary of what its files say
select
    w.taskspec_id,
    w.seed,
    w.variant,
    w.side,
    g.rule
from sv.world as w
inner join sv.answer as a on a.world_id = w.world_id and a.number = 1
inner join sv.governing as g on g.taskspec_id = w.taskspec_id and g.number = 1
where a.value_boolean <> (w.side = 'true')
