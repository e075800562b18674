-- title: Nodes of the derivation DAG of every query, collections folded into their readers
-- grain: one row per (query_id, node_id)
-- source: paper section 2.3; depth is the length of the longest path from the root
select
    q.query_id,
    t.node_id,
    n.kind,
    n.relation,
    d.depth,
    n.key,
    n.truth as is_true,
    n.value,
from graph.dag as d
inner join graph.node as n on n.vertex = d.vertex
inner join export.node_text as t on t.vertex = d.vertex
inner join ground.asked as q on q.query = d.query
order by d.query, d.depth, t.node_id
