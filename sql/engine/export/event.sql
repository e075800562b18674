-- title: Events with their records
-- grain: one row per (scenario_id, event_id)
-- source: paper section 2.1
select
    s.scenario_id,
    e.event_id,
    e.observed_at,
    e.record,
    a.event is null as is_chatter,
from ground.event as e
inner join ground.scenario as s on s.scenario = e.scenario
left join (select distinct scenario, event from ground.given_action) as a
    on a.scenario = e.scenario and a.event = e.event
order by e.scenario, e.event
