-- title: Obsolete versions of facts that a derivation reads, visible at the cutoff and excluded
-- grain: one row per (query_id, node_id, event_id)
-- source: paper section 2.1, superseded
select
    q.query_id,
    t.node_id,
    e.event_id,
from graph.reach as r
inner join graph.node as n on n.vertex = r.vertex
inner join graph.node_version as v on v._w = n._w and v.node = n.node and not v.is_current
inner join export.node_text as t on t.vertex = r.vertex
inner join ground.asked as q on q.query = r.query
inner join ground.event as e on e.scenario = q.scenario and e.event = v.event
order by r.query, t.node_id, e.event
