-- title: Nodes of the derivation DAG of every query at their depth, the length of the longest path from the root
-- grain: one row per (query, vertex)
-- source: paper section 2.3
with recursive walk(query, vertex, depth) as (
    select r.query, r.vertex, 0 from graph.root as r
    union
    select w.query, c.body, w.depth + 1
    from walk as w
    inner join graph.contracted as c on c.head = w.vertex
)

select
    w.query,
    w.vertex,
    max(w.depth)::integer as depth,
from walk as w
group by w.query, w.vertex
