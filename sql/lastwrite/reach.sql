-- title: Nodes that a path of 1 to 6 edges reaches from a mention, with the fewest edges
-- grain: one row per (world, question_id, origin, node_id)
-- source: arXiv 2610.09193, appendix A
-- why: a shortest walk that does not come back to its origin never meets a node twice, so sets do for paths here
with recursive step(world, question_id, origin, node_id, depth) as (
    select
        m.world,
        m.question_id,
        m.node_id,
        m.node_id,
        0,
    from lw.mention as m

    union

    select
        s.world,
        s.question_id,
        s.origin,
        e.target,
        s.depth + 1,
    from step as s
    inner join lw.edge as e on e.world = s.world and e.source = s.node_id
    where s.depth < 6 and e.target <> s.origin
)

select
    s.world,
    s.question_id,
    s.origin,
    s.node_id,
    min(s.depth) as depth,
from step as s
where s.depth > 0
group by s.world, s.question_id, s.origin, s.node_id
