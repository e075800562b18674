-- title: Nodes of the full derivation graph of every query
-- grain: one row per (query_id, node_id)
-- source: paper section 2.3
select
    q.query_id,
    t.node_id,
    n.kind,
    n.relation,
    n.is_collection,
    n.is_internal,
    r.depth,
    n.key,
    n.truth as is_true,
    n.value,
from graph.reach as r
inner join graph.node as n on n.vertex = r.vertex
inner join export.node_text as t on t.vertex = r.vertex
inner join ground.asked as q on q.query = r.query
where n.kind <> 'given'
order by r.query, r.depth, t.node_id
