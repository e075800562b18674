-- title: Governing relations as they are shown, plain and in codes
-- grain: one row per (world_id, coding, edge_id)
-- source: paper appendices B.3 and G.1
select
    e.world_id,
    'plain' as coding,
    e.edge_id,
    e.relation,
    e.source,
    e.target,
    e.status,
    e.because,
    row_number() over (partition by e.world_id order by e.edge_id) as place
from sv.state_edge as e
union all
select
    e.world_id,
    'opaque' as coding,
    e.edge_id,
    relation.code as relation,
    source.code as source,
    target.code as target,
    status.code as status,
    e.because,
    row_number() over (partition by e.world_id order by e.edge_id) as place
from sv.state_edge as e
inner join sv.world as w on w.world_id = e.world_id
inner join sv.codebook as relation on relation.taskspec_id = w.taskspec_id and relation.original = e.relation
inner join sv.codebook as source on source.taskspec_id = w.taskspec_id and source.original = e.source
inner join sv.codebook as target on target.taskspec_id = w.taskspec_id and target.original = e.target
inner join sv.codebook as status on status.taskspec_id = w.taskspec_id and status.original = e.status
