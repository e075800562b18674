-- title: A query has no answer
-- grain: one row per (query_id)
-- source: paper section 2.2
select q.query_id
from query as q
anti join answer as a on a.query_id = q.query_id
