-- title: Actions of the events
-- grain: one row per (scenario_id, event_id, ordinal)
-- source: paper section 2.1
select
    s.scenario_id,
    e.event_id,
    a.ordinal,
    a.verb,
    case when a.verb = 'complete' then regexp_replace(a.predicate, '_complete$', '') else a.predicate end as predicate,
    cast(to_json(a.key) as varchar) as key,
    cast(to_json(a.value) as varchar) as value,
from ground.given_action as a
inner join ground.scenario as s on s.scenario = a.scenario
inner join ground.event as e on e.scenario = a.scenario and e.event = a.event
order by a.scenario, a.event, a.ordinal
