-- title: A support has an event after its query's cutoff
-- grain: one row per (query_id, event_id)
-- source: paper section 2.1
select
    s.query_id,
    s.event_id,
from support as s
inner join query as q on q.query_id = s.query_id
inner join event as e on e.scenario_id = q.scenario_id and e.event_id = s.event_id
where e.observed_at > q.known_at
