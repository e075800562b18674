-- title: The first recorded version of every key in every world, with each event that asserts it
-- grain: one row per (_w, row_id)
-- source: ours; ENGINE, queries
with wanted as (
    select distinct x.base, x.target from ground.world as x where x.kind = 'resolved'
),

readable as (
    select
        w.base,
        w.target,
        b.row_id,
        b.event,
    from wanted as w
    inner join ground.literal_first as b on b._w = w.base
    inner join ground.relevant as r on r.target = w.target and r.relation = b.relation and r.is_first
)

select
    b._w,
    b.row_id,
    b.event,
from ground.literal_first as b

union all

select
    x._w,
    b.row_id,
    b.event,
from ground.world as x
inner join ground.world_only as y on y._w = x._w
inner join readable as b on b.base = x.base and b.target = x.target and b.event = y.event
where x.kind = 'resolved'
