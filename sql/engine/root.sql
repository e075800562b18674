-- title: The root node of every query
-- grain: one row per (query, _w)
-- source: paper section 2.3; a query with a reference is a node of its own
select
    q.query,
    q._w,
    case when len(q.phrases) > 0 then 'query(' || q.query || ')' else t.root end as root,
    t.root as target,
from ground.resolved_query as q
left join ground.target_root as t on t.query = q.query and t._w = q._w
