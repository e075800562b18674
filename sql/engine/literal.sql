-- title: The current version of every key in every literal world, with each event that supports it
-- grain: one row per (_w, row_id)
-- source: paper section 2.1, resolved state; ENGINE, worlds
-- why: a plain cutoff reads version intervals; a changed world chooses again among what it can see, and a
--      cancellation that it sees makes absence known there too, also where the cancelled assertion is not seen
with counted as (
    select
        v._w,
        v.row_id,
        v.relation,
        v.key_id,
        v.slot_id,
        v.valid_from,
        v.event,
        v.is_ok,
        v.is_break,
        v.value_id,
        last_value(v.value_id) over (
            partition by v._w, v.key_id order by v.event
            rows between unbounded preceding and unbounded following
        ) as last_value_id,
    from ground.visible as v
),

changed as (
    select
        c._w,
        c.row_id,
        c.relation,
        c.slot_id,
        c.valid_from,
        c.event,
        c.is_ok,
        max(
            case when c.value_id <> c.last_value_id then c.event when c.is_break then c.event - 1 end
        ) over (partition by c._w, c.key_id) as change,
    from counted as c
)

select
    x._w,
    v.row_id,
    v.relation,
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
    c.relation,
    c.slot_id,
    c.valid_from,
    c.event,
    c.is_ok,
from changed as c
where c.change is null or c.event > c.change
