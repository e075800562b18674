-- title: The first recorded version of every key in every world, with each event that asserts it
-- grain: one row per (_w, row_id)
-- source: ours; ENGINE, queries
select
    l._w,
    l.row_id,
    l.event,
from ground.literal_first as l

union all

select
    x._w,
    l.row_id,
    l.event,
from ground.world as x
inner join ground.world_only as y on y._w = x._w
inner join ground.literal_first as l on l._w = x.base and l.event = y.event
where x.kind = 'resolved'
