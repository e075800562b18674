-- title: Facts that are current on two times: what the record said, about which day
-- grain: one row per (relation, key, event_id)
-- source: paper section 2.1; the macro current_fact(observed_until, valid_on), both dates, inclusive
select
    v.relation,
    cast(to_json(v.key) as varchar) as key,
    cast(to_json(v.value) as varchar) as value,
    e.event_id,
    e.observed_at,
from ground.version as v
inner join ground.event as e on e.scenario = v.scenario and e.event = v.event
left join ground.event as u on u.scenario = v.scenario and u.event = v.superseded
where
    e.observed_at < cast(observed_until as date) + interval 1 day
    and (u.observed_at is null or u.observed_at >= cast(observed_until as date) + interval 1 day)
    and v.is_ok
    and (v.valid_from is null or v.valid_from <= cast(valid_on as date))
qualify v.valid_from is null or v.valid_from = max(v.valid_from) over (partition by v.slot_id)
order by v.relation, v.key, e.event
