-- title: Relations of corrupted and repaired worlds, as the engine holds them
-- grain: one row per (world_id, edge_id)
-- source: paper section 3.5; ENGINE, worlds with overrides
select
    cast(e._w as varchar) as world_id,
    'plain' as coding,
    e.place,
    e.edge as edge_id,
    e.relation,
    e.source,
    e.target,
    e.status,
    e.because
from state.state_edge as e
where e._ok
