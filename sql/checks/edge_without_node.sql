-- title: An edge ends in nothing
-- grain: one row per (query_id, body)
-- source: paper section 2.3
select
    e.query_id,
    e.body,
from edge as e
anti join node as n on n.query_id = e.query_id and n.node_id = e.body
