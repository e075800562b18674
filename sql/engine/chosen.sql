-- title: The current version of every key in every world, with each event that supports it and its end of validity
-- grain: one row per (_w, row_id)
-- source: ENGINE, worlds
-- why: a resolved world takes the versions of its base world and keeps those that its own events assert
with in_force as (
    select
        l._w,
        l.slot_id,
        l.valid_from,
        lead(l.valid_from) over (partition by l._w, l.slot_id order by l.valid_from) as until,
    from ground.literal as l
    where l.is_ok and l.valid_from is not null
    group by l._w, l.slot_id, l.valid_from
),

bounded as (
    select
        l._w,
        l.row_id,
        l.relation,
        l.event,
        f.until,
    from ground.literal as l
    left join in_force as f on f._w = l._w and f.slot_id = l.slot_id and f.valid_from = l.valid_from and l.is_ok
),

wanted as (
    select distinct x.base, x.target from ground.world as x where x.kind = 'resolved'
),

readable as (
    select
        w.base,
        w.target,
        b.row_id,
        b.event,
        b.until,
    from wanted as w
    inner join bounded as b on b._w = w.base
    inner join ground.relevant as r on r.target = w.target and r.relation = b.relation and not r.is_first
)

select
    b._w,
    b.row_id,
    b.event,
    b.until,
from bounded as b

union all

select
    x._w,
    b.row_id,
    b.event,
    b.until,
from ground.world as x
inner join ground.world_only as y on y._w = x._w
inner join readable as b on b.base = x.base and b.target = x.target and b.event = y.event
where x.kind = 'resolved'
