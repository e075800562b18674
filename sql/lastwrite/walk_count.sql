-- title: How many walks of 1 to 6 edges start from a question's mentions, in all worlds that are resolved
-- grain: one row per (question_id)
-- source: ours
-- why: walks are counted by sets of nodes, paths are listed one by one; there are no more paths than walks
with recursive walk(world, question_id, node_id, depth, walks) as (
    select
        m.world,
        m.question_id,
        m.node_id,
        0,
        count(*)::double,
    from lw.mention as m
    where m.world in ('last', 'first', 'separate')
    group by m.world, m.question_id, m.node_id

    union all

    select
        w.world,
        w.question_id,
        e.target,
        w.depth + 1,
        sum(w.walks),
    from walk as w
    inner join lw.edge as e on e.world = w.world and e.source = w.node_id
    where w.depth < 6
    group by w.world, w.question_id, e.target, w.depth
)

select
    w.question_id,
    sum(w.walks) as walks,
from walk as w
where w.depth > 0
group by w.question_id
