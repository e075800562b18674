-- title: All witnesses, factorised: the core (component 0) and one choice of each component
-- grain: one row per (query_id, component, choice, event_id)
-- source: ours; a query with 2^40 witnesses is still exact
select
    q.query_id,
    w.component,
    w.choice,
    e.event_id,
from export.part as w
inner join ground.asked as q on q.query = w.query
inner join ground.event as e on e.scenario = q.scenario and e.event = w.event
order by w.query, w.component, w.choice, w.event
