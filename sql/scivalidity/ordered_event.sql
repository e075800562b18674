-- title: Pass 1: the public events of a world in their order
-- grain: one row per (world_id, event_id)
-- source: paper appendix B.2; the columns are ours
select
    e.world_id,
    e.event_id,
    row_number() over (partition by e.world_id order by e.sequence, e.event_id) as sequence,
    'e' || row_number() over (partition by e.world_id order by e.sequence, e.event_id) as reference,
    e.type,
    e.node_type,
    e.item,
    e.record
from sv.event as e
where e.visibility = 'public'
