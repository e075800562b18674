-- title: Nodes as they are shown, plain and in codes
-- grain: one row per (world_id, coding, node_id, attribute)
-- source: paper appendices B.3 and G.1
select
    n.world_id,
    'plain' as coding,
    n.node_id,
    n.type,
    n.attribute,
    n.value,
    n.because,
    n.ordinal
from sv.state_node as n
union all
select
    n.world_id,
    'opaque' as coding,
    item.code as node_id,
    n.type,
    n.attribute,
    content.code as value,
    n.because,
    n.ordinal
from sv.state_node as n
inner join sv.world as w on w.world_id = n.world_id
inner join sv.codebook as item on item.taskspec_id = w.taskspec_id and item.original = n.node_id
inner join sv.codebook as content on content.taskspec_id = w.taskspec_id and content.original = n.value
