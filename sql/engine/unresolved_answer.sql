-- title: Queries whose reference is not resolved are unknown
-- grain: one row per (query, _w)
-- source: ours; where the reference is unknown so is the answer, whatever is closed
select
    q.query,
    q._w,
    'unknown' as label,
    t.answer_type,
from ground.resolved_query as q
inner join ground.queried as t on t.relation = q.relation and t.is_collection = q.is_collection
left join ground.answer as a on a.query = q.query and a._w = q._w
where a.query is null
