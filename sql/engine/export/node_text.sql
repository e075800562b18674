-- title: The id under which a node is exported
-- grain: one row per (vertex)
-- source: ours; events and queries by their own ids
select
    n.vertex,
    case
        when n.event is not null then 'event:' || e.event_id
        when n.kind = 'query' then 'query(' || _esc(q.query_id) || ')'
        else n.node
    end as node_id,
from graph.node as n
inner join ground.world as x on x._w = n._w
left join ground.event as e on e.scenario = x.scenario and e.event = n.event
left join ground.asked as q on n.kind = 'query' and n.node = 'query(' || q.query || ')'
