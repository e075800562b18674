-- title: Events at the leaves of the derivations of every query, S(q)
-- grain: one row per (query_id, event_id)
-- source: paper section 2.3
select
    q.query_id,
    e.event_id,
from graph.reach as r
inner join graph.node as n on n.vertex = r.vertex
inner join ground.asked as q on q.query = r.query
inner join ground.event as e on e.scenario = q.scenario and e.event = n.event
order by r.query, e.event
