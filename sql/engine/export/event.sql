-- title: Events with their records
-- grain: one row per (scenario_id, event_id)
-- source: paper section 2.1
select
    s.scenario_id,
    e.event_id,
    e.observed_at,
    e.record,
from ground.event as e
inner join ground.scenario as s on s.scenario = e.scenario
order by e.scenario, e.event
