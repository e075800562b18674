-- title: Nodes below the root of every query, with their shortest distance from it
-- grain: one row per (query, vertex)
-- source: paper section 2.3
-- why: cyclic data gives a cyclic graph, so a vertex is entered once, at its shortest distance; a bound on the
--      distance in its place would cut off the events of a long recursion
with recursive pair as (
    select distinct e.head, e.body from graph.edge as e
),

walk(query, vertex, depth) using key (query, vertex) as (
    select r.query, r.vertex, 0 from graph.root as r
    union
    select w.query, p.body, min(w.depth + 1)
    from walk as w
    inner join pair as p on p.head = w.vertex
    anti join recurring.walk as k on k.query = w.query and k.vertex = p.body
    group by w.query, p.body
)

select
    w.query,
    w.vertex,
    w.depth::integer as depth,
from walk as w
