-- title: Queries without a reference, as those whose references are resolved
-- grain: one row per (query, _w)
-- source: ours
select
    q.query,
    q._w,
    q.relation,
    q.is_collection,
    q.key as raw_key,
    q.key,
    []::varchar[] as phrases,
    true as is_resolved,
from ground.query as q
