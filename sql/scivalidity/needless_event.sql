-- title: Witness events without which the oracle is the same
-- grain: one row per (world_id, event_id)
-- source: ours
-- why: must return no row
select
    e.world_id,
    e.event_id
from sv.witness_event as e
inner join sv.oracle as o on o.world_id = e.world_id
where e.action_without = o.oracle_action
