-- title: Versions of every key as intervals [event, superseded) of observation time
-- grain: one row per (scenario, relation, key, event)
-- source: paper section 2.1, cur(f, e)
-- why: one row per event that asserts, or cancels, a version: each of them supports it; the first of them begins it
with run as (
    select
        c.run,
        c.run - max(case when c.is_first then c.run end) over (order by c.run rows unbounded preceding) + 1 as version,
        case when lead(c.key_id) over by_run = c.key_id then lead(c.event) over by_run end as superseded,
    from ground.change as c
    where c.begins
    window by_run as (order by c.run)
)

select
    c.row_id::integer as row_id,
    s.scenario,
    s.relation,
    s.key,
    s.value,
    s.key_id,
    s.slot_id,
    s.value_id,
    s.valid_from,
    s.event,
    r.version::integer as version,
    s.is_ok,
    s.is_declared,
    c.is_break,
    c.begins,
    r.superseded,
from ground.slot as s
inner join ground.change as c on c.key_id = s.key_id and c.event = s.event
inner join run as r on r.run = c.run
where s.payload = 0
