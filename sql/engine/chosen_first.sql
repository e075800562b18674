-- title: The first recorded version of every key in every world, with each event that asserts it
-- grain: one row per (_w, row_id)
-- source: ours; the earliest assertion visible, also where it was cancelled or corrected since
with counted as (
    select v.*,
    from ground.visible as v
    qualify v.is_ok or count_if(v.is_ok) over (
        partition by v._w, v.key_id order by v.event rows unbounded preceding
    ) > 0
),

oldest as (
    select
        c.*,
        first_value(c.value_id) over (partition by c._w, c.key_id order by c.event) as first_value_id,
        min(c.event) over (partition by c._w, c.key_id) as first_event,
    from counted as c
),

changed as (
    select
        o.*,
        min(
            case when o.value_id <> o.first_value_id or (o.is_break and o.event > o.first_event) then o.event end
        ) over (partition by o._w, o.key_id) as change,
    from oldest as o
),

literal as (
    select
        x._w,
        v.row_id,
        v.event,
    from ground.world as x
    inner join ground.version as v on v.scenario = x.scenario and v.event <= x.known_at and v.version = 1
    where x.kind = 'literal' and not x.is_changed

    union all

    select
        c._w,
        c.row_id,
        c.event,
    from changed as c
    where c.change is null or c.event < c.change
)

select
    l._w,
    l.row_id,
    l.event,
from literal as l

union all

select
    x._w,
    l.row_id,
    l.event,
from ground.world as x
inner join ground.world_only as y on y._w = x._w
inner join literal as l on l._w = x.base and l.event = y.event
where x.kind = 'resolved'
