-- title: Size of the graph that a question reaches
-- grain: one row per (world, question_id)
-- source: arXiv 2610.09193, appendix A
-- why: counted are the different nodes that a path of 1 to 6 edges reaches; a mention counts only where another reaches it
select
    w.world,
    q.question_id,
    q.list_id,
    count(distinct r.node_id) as node_count,
from lw.question as q
cross join (values ('last'), ('all')) as w(world)
left join lw.reach as r on r.question_id = q.question_id and r.world = w.world
group by w.world, q.question_id, q.list_id
