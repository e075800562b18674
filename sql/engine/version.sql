-- title: Versions of every key as intervals [event, superseded) of observation time
-- grain: one row per (scenario, relation, key, event)
-- source: paper section 2.1, cur(f, e)
-- why: one row per event that asserts, or cancels, a version: each of them supports it
with run as (
    select
        c.scenario,
        c.relation,
        c.key,
        c.value,
        c.key_id,
        c.slot_id,
        c.value_id,
        c.valid_from,
        c.event,
        c.is_ok,
        c.is_declared,
        c.is_break,
        sum(c.is_change::integer) over (partition by c.key_id order by c.event) as version,
    from ground.changed_slot as c
)

select
    row_number() over (order by r.key_id, r.event)::integer as row_id,
    r.scenario,
    r.relation,
    r.key,
    r.value,
    r.key_id,
    r.slot_id,
    r.value_id,
    r.valid_from,
    r.event,
    r.version::integer as version,
    r.is_ok,
    r.is_declared,
    r.is_break,
    (
        min(r.event) over (
            partition by r.key_id order by r.version range between 1 following and 1 following
        )
    )::integer as superseded,
from run as r
