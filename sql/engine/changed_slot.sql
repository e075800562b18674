-- title: Assertions and effective cancellations of every key, with where a new version begins
-- grain: one row per (scenario, relation, key, event)
-- source: paper section 2.1
-- why: a run of equal values is one version; an equal value after another one is new; cancelling nothing does nothing
with asserted as (
    select
        s.scenario,
        s.relation,
        s.key,
        s.value,
        s.key_id,
        s.slot_id,
        s.value_id,
        s.valid_from,
        s.event,
        s.is_ok,
        s.is_declared,
        s.has_cancel,
    from ground.slot as s
    where s.payload = 0
    qualify count_if(s.is_ok) over (partition by s.key_id order by s.event rows unbounded preceding) > 0
)

select
    a.scenario,
    a.relation,
    a.key,
    a.value,
    a.key_id,
    a.slot_id,
    a.value_id,
    a.valid_from,
    a.event,
    a.is_ok,
    a.is_declared,
    a.is_ok and a.has_cancel as is_break,
    (
        lag(a.value_id) over (partition by a.key_id order by a.event) is distinct from a.value_id
        or (a.is_ok and a.has_cancel)
    ) as is_change,
from asserted as a
