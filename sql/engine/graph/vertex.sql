-- title: Nodes of all worlds with a number
-- grain: one row per (_w, node)
-- source: ours
-- why: numbers in the order of (_w, node), so that they are the same on every run
with named as (
    select e._w, e.head as node from graph.clean_edge as e
    union
    select e._w, e.body as node from graph.clean_edge as e
    union
    select r._w, r.root as node from ground.root as r where r.root is not null
)

select
    (row_number() over (order by n._w, n.node) - 1)::integer as vertex,
    n._w,
    n.node,
    case when n.node like 'event:%' then try_cast(substr(n.node, 7) as integer) end as event,
from named as n
