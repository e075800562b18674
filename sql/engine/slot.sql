-- title: What each event does to a key: the last of its actions on it
-- grain: one row per (scenario, payload, relation, key, event)
-- source: ours; RULINGS-style order of actions: the higher ordinal of one event wins
-- why: equals in the order stand for a partition, which costs DuckDB more than the rows do
select
    a.scenario,
    a.payload,
    a.event,
    a.relation,
    a.key,
    a.value,
    a.is_ok,
    a.is_declared,
    a.valid_from,
    a.key_id,
    a.slot_id,
    a.value_id,
    bool_or(a.is_ok) over same_event as has_assert,
    bool_or(not a.is_ok) over same_event as has_cancel,
from ground.action as a
window same_event as (order by a.key_id, a.payload, a.event range between current row and current row)
qualify a.ordinal = max(a.ordinal) over same_event
