-- title: Actions with a number for their key, their slot and their value
-- grain: one row per (scenario, payload, relation, key, event)
-- source: ours; RULINGS-style order of actions: the higher ordinal of one event wins
-- why: whole numbers keep the choice of versions, made for thousands of worlds, free of text comparisons
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
    bool_or(not a.is_ok) over same_event as has_cancel,
    dense_rank() over (order by a.scenario, a.relation, a.key) as key_id,
    dense_rank() over (order by a.scenario, a.relation, a.slot) as slot_id,
    dense_rank() over (partition by a.scenario, a.relation, a.key order by a.is_ok, a.value) as value_id,
from ground.action as a
window same_event as (partition by a.scenario, a.payload, a.relation, a.key, a.event)
qualify row_number() over (same_event order by a.ordinal desc) = 1
