-- title: Versions of every fact as intervals of observation time
-- grain: one row per (scenario_id, relation, key, version, event_id)
-- source: paper section 2.1, cur(f, e)
select
    s.scenario_id,
    v.relation,
    cast(to_json(v.key) as varchar) as key,
    v.version,
    case when v.is_ok then cast(to_json(v.value) as varchar) end as value,
    v.valid_from,
    not v.is_ok as is_cancelled,
    v.is_declared,
    e.event_id,
    e.observed_at,
    u.observed_at as superseded_at,
    u.event_id as superseded_by,
from ground.version as v
inner join ground.scenario as s on s.scenario = v.scenario
inner join ground.event as e on e.scenario = v.scenario and e.event = v.event
left join ground.event as u on u.scenario = v.scenario and u.event = v.superseded
order by v.scenario, v.relation, v.key, v.version, v.event
