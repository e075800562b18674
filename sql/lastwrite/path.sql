-- title: Paths of 1 to 6 edges from the mentions of a question, never through a node twice
-- grain: one row per (path_id)
-- source: arXiv 2610.09193, appendix C
with recursive walk(world, question_id, start, stop, nodes, numbers, relations, node_id, depth) as (
    select
        m.world,
        m.question_id,
        m.start,
        m.stop,
        [m.node_id],
        []::integer[],
        []::varchar[],
        m.node_id,
        0,
    from lw.mention as m
    where m.world in ('last', 'first', 'separate')

    union all

    select
        w.world,
        w.question_id,
        w.start,
        w.stop,
        list_append(w.nodes, e.target),
        list_append(w.numbers, e.number),
        list_append(w.relations, e.relation),
        e.target,
        w.depth + 1,
    from walk as w
    inner join lw.edge as e on e.world = w.world and e.source = w.node_id
    where w.depth < 6 and not list_contains(w.nodes, e.target)
)

select
    row_number() over (order by w.world, w.question_id, w.start, w.stop, w.numbers, w.relations)::integer as path_id,
    w.world,
    w.question_id,
    w.start,
    w.stop,
    w.nodes,
    w.numbers,
    w.relations,
    w.node_id,
    w.depth,
from walk as w
where w.depth > 0
