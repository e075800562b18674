-- title: Where a question mentions a node of a world's graph
-- grain: one row per (world, question_id, start, stop, node_id)
-- source: arXiv 2610.09193, appendix C
-- why: a mention that overlaps a longer one is not counted
with standing as (
    select e.world, e.source as node_id, from lw.edge as e
    union
    select e.world, e.target as node_id, from lw.edge as e
),

found as (
    select
        x.world,
        s.question_id,
        s.start,
        s.stop,
        s.stop - s.start as width,
        x.node_id,
    from lw.span as s
    inner join lw.named as n on n.list_id = s.list_id and n.norm = s.norm
    inner join standing as x on x.node_id = n.node_id
)

select
    f.world,
    f.question_id,
    f.start,
    f.stop,
    f.node_id,
from found as f
where
    not exists (
        select 1
        from found as o
        where
            o.world = f.world and o.question_id = f.question_id
            and o.start < f.stop and f.start < o.stop and o.width > f.width
    )
