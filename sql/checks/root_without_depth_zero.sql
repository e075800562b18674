-- title: A derivation has not exactly one root
-- grain: one row per (query_id)
-- source: paper section 2.3
select n.query_id
from dag_node as n
group by n.query_id
having count(*) filter (where n.depth = 0) <> 1
