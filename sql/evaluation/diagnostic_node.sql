-- title: Nodes of the diagnostic DAG D(q): the root and the probed nodes
-- grain: one row per (query_id, node_id)
-- source: MemDerive section 4.2.2
select
    p.query_id,
    p.node_id,
    p.probe_id,
    p.kind,
    n.depth,
from suite.probe as p
inner join suite.dag_node as n on n.query_id = p.query_id and n.node_id = p.node_id

union all

select
    n.query_id,
    n.node_id,
    null as probe_id,
    n.kind,
    n.depth,
from suite.dag_node as n
where n.depth = 0 and exists (select 1 from suite.probe as p where p.query_id = n.query_id)
