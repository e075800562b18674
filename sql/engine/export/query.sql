-- title: Queries as they were asked
-- grain: one row per (query_id)
-- source: paper section 2.2
select
    q.query_id,
    s.scenario_id,
    q.relation,
    cast(to_json(q.key) as varchar) as key,
    q.is_collection,
    q.cutoff_at,
    q.known_at,
    q.family,
    q.question,
    null::varchar as operator,
    null::varchar[] as families,
from ground.asked as q
inner join ground.scenario as s on s.scenario = q.scenario
order by q.query
