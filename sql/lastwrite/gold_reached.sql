-- title: Worlds in which a gold is reached, with the fewest edges
-- grain: one row per (world, question_id)
-- source: arXiv 2610.09193, appendix A
select
    r.world,
    r.question_id,
    min(r.depth) as depth,
from lw.reach as r
inner join lw.gold_node as g on g.question_id = r.question_id and g.node_id = r.node_id
group by r.world, r.question_id
