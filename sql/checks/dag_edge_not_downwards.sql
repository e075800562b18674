-- title: An edge of a derivation DAG does not lead deeper
-- grain: one row per (query_id, head, body)
-- source: paper section 2.3, finite directed acyclic graph
select
    e.query_id,
    e.head,
    e.body,
from dag_edge as e
inner join dag_node as h on h.query_id = e.query_id and h.node_id = e.head
inner join dag_node as b on b.query_id = e.query_id and b.node_id = e.body
where b.depth <= h.depth
