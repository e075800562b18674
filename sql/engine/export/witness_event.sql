-- title: Events of the listed witnesses
-- grain: one row per (query_id, witness_id, event_id)
-- source: paper section 2.3
select
    q.query_id,
    w.witness_id,
    e.event_id,
from export.listed_event as w
inner join ground.asked as q on q.query = w.query
inner join ground.event as e on e.scenario = q.scenario and e.event = w.event
order by w.query, w.witness_id, w.event
