-- title: The current version of every key in every world, with each event that supports it
-- grain: one row per (_w, row_id)
-- source: paper section 2.1, resolved state; ENGINE, worlds
-- why: a resolved world takes the versions of its base world and keeps those that its own events assert
with counted as (
    select v.*,
    from ground.visible as v
    qualify v.is_ok or count_if(v.is_ok) over (
        partition by v._w, v.key_id order by v.event rows unbounded preceding
    ) > 0
),

newest as (
    select
        c.*,
        last_value(c.value_id) over (
            partition by c._w, c.key_id order by c.event
            rows between unbounded preceding and unbounded following
        ) as last_value_id,
    from counted as c
),

changed as (
    select
        n.*,
        max(
            case when n.value_id <> n.last_value_id then n.event when n.is_break then n.event - 1 end
        ) over (partition by n._w, n.key_id) as change,
    from newest as n
),

literal as (
    select
        x._w,
        v.row_id,
        v.slot_id,
        v.valid_from,
        v.event,
        v.is_ok,
    from ground.world as x
    inner join ground.version as v
        on v.scenario = x.scenario
        and v.event <= x.known_at
        and (v.superseded is null or v.superseded > x.known_at)
    where x.kind = 'literal' and not x.is_changed

    union all

    select
        c._w,
        c.row_id,
        c.slot_id,
        c.valid_from,
        c.event,
        c.is_ok,
    from changed as c
    where c.change is null or c.event > c.change
),

in_force as (
    select
        l._w,
        l.slot_id,
        l.valid_from,
        lead(l.valid_from) over (partition by l._w, l.slot_id order by l.valid_from) as until,
    from literal as l
    where l.is_ok and l.valid_from is not null
    group by l._w, l.slot_id, l.valid_from
),

bounded as (
    select
        l._w,
        l.row_id,
        l.event,
        f.until,
    from literal as l
    left join in_force as f on f._w = l._w and f.slot_id = l.slot_id and f.valid_from = l.valid_from and l.is_ok
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
inner join bounded as b on b._w = x.base and b.event = y.event
where x.kind = 'resolved'
