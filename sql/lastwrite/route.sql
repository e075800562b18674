-- title: Shortest paths from a mention to a gold in a world
-- grain: one row per (world, question_id, numbers, relations, origin)
-- source: arXiv 2610.09193, appendix A: the workbench
-- why: walked back from the gold, one edge nearer to the origin at each step
-- why: of the ways on from a node the first five are kept, since a sixth has five before it whatever leads to the node
with recursive back(world, question_id, origin, node_id, depth, numbers, relations) as (
    select
        r.world,
        r.question_id,
        r.origin,
        r.node_id,
        r.depth,
        []::integer[],
        []::varchar[],
    from lw.reach as r
    inner join lw.gold_node as g on g.question_id = r.question_id and g.node_id = r.node_id
    inner join lw.gold_reached as b
        on b.world = r.world and b.question_id = r.question_id and b.depth = r.depth
    where r.world in ('last', 'all', 'loose')

    union all

    select
        b.world,
        b.question_id,
        b.origin,
        e.source,
        b.depth - 1,
        list_prepend(e.number, b.numbers) as numbers,
        list_prepend(e.relation, b.relations) as relations,
    from back as b
    inner join lw.edge as e on e.world = b.world and e.target = b.node_id
    left join lw.reach as r
        on r.world = b.world and r.question_id = b.question_id and r.origin = b.origin and r.node_id = e.source
    where b.depth > 0 and case when e.source = b.origin then 0 else r.depth end = b.depth - 1
    qualify
        row_number() over (
            partition by b.world, b.question_id, b.origin, e.source
            order by e.number, b.numbers, e.relation, b.relations
        ) <= 5
)

select
    b.world,
    b.question_id,
    b.origin,
    b.numbers,
    b.relations,
from back as b
where b.depth = 0
qualify row_number() over (partition by b.world, b.question_id order by b.numbers, b.relations, b.origin) <= 5
