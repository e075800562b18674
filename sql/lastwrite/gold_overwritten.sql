-- title: Questions with a path to a gold, overwritten tuples re-admitted, whose last edge is an overwritten tuple
-- grain: one row per (question_id)
-- source: arXiv 2610.09193, appendix A
-- why: the walk stops at a gold and never comes back to its origin, so each one stands for a path of at most 6 edges
with recursive walk(question_id, origin, node_id, depth) as (
    select distinct m.question_id, m.node_id, m.node_id, 0
    from lw.mention as m
    where m.world = 'all'

    union

    select
        w.question_id,
        w.origin,
        e.target,
        w.depth + 1,
    from walk as w
    inner join lw.edge as e on e.world = 'all' and e.source = w.node_id
    left join lw.gold_node as g on g.question_id = w.question_id and g.node_id = e.target
    where w.depth < 5 and e.target <> w.origin and g.node_id is null
)

select distinct w.question_id
from walk as w
inner join lw.edge as e on e.world = 'all' and e.source = w.node_id and e.target <> w.origin
inner join lw.gold_node as g on g.question_id = w.question_id and g.node_id = e.target
left join lw.edge as l
    on l.world = 'last' and l.source = e.source and l.relation = e.relation and l.target = e.target
where l.target is null
