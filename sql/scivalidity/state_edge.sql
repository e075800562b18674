-- title: Pass 3: relations; for those that rules derive, the status, and the events that justify it
-- grain: one row per (world_id, edge_id)
-- source: paper appendix B.2; the columns are ours
select
    w.world_id,
    'r' || g.number as edge_id,
    g.name as relation,
    source.item as source,
    target.item as target,
    case when a.value_boolean then g.true_status else g.false_status end as status,
    g.number = 1 as is_governing,
    g.rule,
    list_sort(list(s.event_id)) as events,
    string_agg(e.reference, ' ' order by e.sequence) as because
from sv.world as w
inner join sv.governing as g on g.taskspec_id = w.taskspec_id
inner join sv.answer as a on a.world_id = w.world_id and a.number = g.number
inner join sv.support as s on s.world_id = w.world_id and s.number = g.number
inner join sv.ordered_event as e on e.event_id = s.event_id
inner join sv.ordered_event as source on source.world_id = w.world_id and source.type = g.source
inner join sv.ordered_event as target on target.world_id = w.world_id and target.type = g.target
where a.value_boolean is not null
group by all
union all
select
    e.world_id,
    'm' || e.sequence as edge_id,
    'Recorded_Under' as relation,
    e.item as source,
    m.object as target,
    'recorded' as status,
    false as is_governing,
    '' as rule,
    [e.event_id] as events,
    e.reference as because
from sv.ordered_event as e
inner join sv.mention as m on m.event_id = e.event_id and m.object <> e.item
