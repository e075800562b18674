-- title: Versions of every key as intervals [event, superseded) of observation time
-- grain: one row per (scenario, relation, key, event)
-- source: paper section 2.1, cur(f, e)
-- why: one row per event that asserts, or cancels, a version: each of them supports it. A run of equal values is one
--      version; an equal value after another one is new; cancelling nothing does nothing. The rows of all keys stand
--      in one order, key by key: a partition costs DuckDB more than the comparison with the row before
with asserted as (
    select s.*
    from ground.slot as s
    where s.payload = 0
    qualify max(case when s.has_assert then s.key_id end) over (
        order by s.key_id, s.event rows unbounded preceding
    ) = s.key_id
),

changed as (
    select
        a.*,
        a.is_ok and a.has_cancel as is_break,
        lag(a.key_id) over by_event is distinct from a.key_id as is_first,
        lag(a.value_id) over by_event is distinct from a.value_id as is_other,
    from asserted as a
    window by_event as (order by a.key_id, a.event)
),

numbered as (
    select
        c.*,
        row_number() over by_event as row_id,
        count_if(c.is_first or c.is_other or c.is_break) over (by_event rows unbounded preceding) as run,
    from changed as c
    window by_event as (order by c.key_id, c.event)
),

run as (
    select
        n.run,
        n.run - max(case when n.is_first then n.run end) over (order by n.run rows unbounded preceding) + 1 as version,
        case when lead(n.key_id) over by_run = n.key_id then lead(n.event) over by_run end as superseded,
    from numbered as n
    where n.is_first or n.is_other or n.is_break
    window by_run as (order by n.run)
)

select
    n.row_id::integer as row_id,
    n.scenario,
    n.relation,
    n.key,
    n.value,
    n.key_id,
    n.slot_id,
    n.value_id,
    n.valid_from,
    n.event,
    r.version::integer as version,
    n.is_ok,
    n.is_declared,
    n.is_break,
    r.superseded,
    n.is_first or n.is_other or n.is_break as begins,
from numbered as n
inner join run as r on r.run = n.run
