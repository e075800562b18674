-- title: Assertions and effective cancellations of every key, with where a new version begins
-- grain: one row per (key_id, event)
-- source: paper section 2.1
-- why: a run of equal values is one version; an equal value after another one is new; cancelling nothing does nothing.
--      The rows of all keys stand in one order, key by key: a partition costs DuckDB more than the rows do
with asserted as (
    select
        s.key_id,
        s.event,
        s.value_id,
        s.is_ok and s.has_cancel as is_break,
    from ground.slot as s
    where s.payload = 0
    qualify max(case when s.has_assert then s.key_id end) over (
        order by s.key_id, s.event rows unbounded preceding
    ) = s.key_id
),

compared as (
    select
        a.key_id,
        a.event,
        a.is_break,
        lag(a.key_id) over by_event is distinct from a.key_id as is_first,
        lag(a.value_id) over by_event is distinct from a.value_id as is_other,
    from asserted as a
    window by_event as (order by a.key_id, a.event)
)

select
    c.key_id,
    c.event,
    c.is_break,
    c.is_first,
    c.is_first or c.is_other or c.is_break as begins,
    row_number() over by_event as row_id,
    count_if(c.is_first or c.is_other or c.is_break) over (by_event rows unbounded preceding) as run,
from compared as c
window by_event as (order by c.key_id, c.event)
