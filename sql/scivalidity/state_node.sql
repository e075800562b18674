-- title: Pass 2: typed objects and their attributes
-- grain: one row per (world_id, node_id, attribute)
-- source: paper appendix B.2; the columns are ours
select
    e.world_id,
    e.item as node_id,
    e.node_type as type,
    p.label as attribute,
    p.value,
    [e.event_id] as events,
    e.reference as because,
    e.sequence * 10 + p.ordinal as ordinal
from sv.ordered_event as e
inner join sv.payload as p on p.event_id = e.event_id
union all
select
    e.world_id,
    'pending-decision' as node_id,
    'Decision' as type,
    'about' as attribute,
    e.item as value,
    [e.event_id] as events,
    e.reference as because,
    1000 as ordinal
from sv.ordered_event as e
where e.type = 'observe'
