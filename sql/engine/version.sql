-- title: Versions of every key as intervals [event, superseded) of observation time
-- grain: one row per (scenario, relation, key, event): an event that asserts, or cancels, a version
-- source: paper section 2.1, cur(f, e)
-- why: a run of equal values is one version that several events support; an equal value after another one is new;
--      a cancellation ends a version and is itself one (known to have no value); cancelling nothing does nothing
with asserted as (
    select s.*,
    from ground.slot as s
    where s.payload = 0
    qualify count_if(s.is_ok) over (partition by s.key_id order by s.event rows unbounded preceding) > 0
),

changed as (
    select
        a.*,
        (
            lag(a.value_id) over (partition by a.key_id order by a.event) is distinct from a.value_id
            or (a.is_ok and a.has_cancel)
        ) as is_change,
    from asserted as a
),

run as (
    select
        c.*,
        sum(c.is_change::integer) over (partition by c.key_id order by c.event) as version,
    from changed as c
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
    r.is_ok and r.has_cancel as is_break,
    (
        min(r.event) over (
            partition by r.key_id order by r.version range between 1 following and 1 following
        )
    )::integer as superseded,
from run as r
