-- title: The contexts in which a node of the frontier was answered wrongly: of its failing parents, or the query's own
-- grain: one row per (run_id, query_id, node_id, parent)
-- source: ours, after MemDerive section 4.2.3
with reached as (
    select f.run_id, f.query_id, f.node_id, '' as parent, 'query' as kind, f.query_id as ask_id,
    from evaluation.failing_node as f
    where f.is_frontier and f.probe_id is null

    union all

    select
        f.run_id, f.query_id, f.node_id, h.node_id as parent,
        case when h.probe_id is null then 'query' else 'probe' end as kind,
        coalesce(h.probe_id, h.query_id) as ask_id,
    from evaluation.failing_node as f
    inner join evaluation.probe_score as p
        on p.run_id = f.run_id and p.probe_id = f.probe_id and p.context = 'inherited' and not p.is_correct
    inner join evaluation.failing_node as h
        on h.run_id = f.run_id and h.query_id = f.query_id and h.node_id = p.parent and h.is_wrong
    where f.is_frontier
)

select
    r.run_id, r.query_id, r.node_id, r.parent,
    r.kind, r.ask_id,
    g.shape as gold_shape,
    g.parts as gold_parts,
    s.outcome,
    s.label,
    s.shape,
    s.parts,
from reached as r
inner join evaluation.diagnostic_node as n on n.query_id = r.query_id and n.node_id = r.node_id
inner join evaluation.stated as g on g.run_id = '' and g.ask_id = coalesce(n.probe_id, n.query_id)
    and g.kind = case when n.probe_id is null then 'query' else 'probe' end
left join evaluation.stated as s
    on s.run_id = r.run_id and s.ask_id = g.ask_id and s.kind = g.kind and s.parent = r.parent
    and s.context = case when n.probe_id is null then 'direct' else 'inherited' end
