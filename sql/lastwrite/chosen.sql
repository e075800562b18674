-- title: The path that answers a question in a world
-- grain: one row per (world, question_id)
-- source: arXiv 2610.09193, appendix C
-- why: among equal scores the shorter path, the longer and the earlier mention, the older statements: a total order
select
    p.world,
    p.question_id,
    p.path_id,
    n.text as prediction,
    s.covered + s.edges + s.mention + s.preference + s.opening + s.asked as score,
from lw.path as p
inner join lw.score as s on s.path_id = p.path_id
inner join lw.named as n on n.node_id = p.node_id
qualify row_number() over (
    partition by p.world, p.question_id
    order by
        s.covered + s.edges + s.mention + s.preference + s.opening + s.asked desc,
        p.depth,
        p.stop - p.start desc,
        p.start,
        p.numbers,
        p.relations
) = 1
