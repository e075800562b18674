-- title: Nodes below the root of every query, with their shortest distance from it
-- grain: one row per (query, vertex)
-- source: paper section 2.3; distances are shortest, since cyclic data gives a cyclic graph
with recursive pair as (
    select distinct e.head, e.body from graph.edge as e
),

walk(query, vertex, depth) as (
    select r.query, r.vertex, 0 from graph.root as r
    union
    select w.query, p.body, w.depth + 1
    from walk as w
    inner join pair as p on p.head = w.vertex
    where w.depth < 64
)

select
    w.query,
    w.vertex,
    min(w.depth)::integer as depth,
from walk as w
group by w.query, w.vertex
