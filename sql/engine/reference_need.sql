-- title: Facts that references look up are needed
-- grain: one row per (_w, phrase)
-- source: ours
select distinct
    q._w,
    unnest(list_transform(q.phrases, lambda k: substr(k, 2))) as phrase,
from ground.resolved_query as q
