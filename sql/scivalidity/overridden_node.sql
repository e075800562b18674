-- title: Objects of corrupted and repaired worlds, as the engine holds them
-- grain: one row per (world_id, node_id, type, attribute)
-- source: paper section 3.5; ENGINE, worlds with overrides
select
    cast(n._w as varchar) as world_id,
    'plain' as coding,
    n.node as node_id,
    n.type,
    n.attribute,
    n.value,
    n.because,
    n.ordinal
from state.state_node as n
where n._ok
