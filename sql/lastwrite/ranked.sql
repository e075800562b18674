-- title: The paths of every question under last write, the best first, with the parts of their scores
-- grain: one row per (question_id, rank)
-- source: ours
-- why: the order of chosen.sql, for people who ask why a path won
select
    p.question_id,
    row_number() over (
        partition by p.question_id
        order by
            s.covered + s.edges + s.mention + s.preference + s.opening + s.asked desc,
            p.depth,
            p.stop - p.start desc,
            p.start,
            p.numbers,
            p.relations
    )::integer as rank,
    n.text as answer,
    o.text as origin,
    p.relations,
    p.numbers,
    s.covered + s.edges + s.mention + s.preference + s.opening + s.asked as score,
    s.covered,
    s.edges,
    s.mention,
    s.preference,
    s.opening,
    s.asked,
from lw.path as p
inner join lw.score as s on s.path_id = p.path_id
inner join lw.named as n on n.node_id = p.node_id
inner join lw.named as o on o.node_id = p.nodes[1]
where p.world = 'last'
