-- title: Edges of the diagnostic DAG D(q): the dependencies of the DAG between its nodes
-- grain: one row per (query_id, head, body)
-- source: MemDerive section 4.2.2
select
    e.query_id,
    e.head,
    e.body,
    b.probe_id,
from suite.dag_edge as e
inner join evaluation.diagnostic_node as h on h.query_id = e.query_id and h.node_id = e.head
inner join evaluation.diagnostic_node as b on b.query_id = e.query_id and b.node_id = e.body
where b.probe_id is not null
