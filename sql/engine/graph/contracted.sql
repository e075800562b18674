-- title: Edges of the derivation DAG with collections folded into their readers
-- grain: one row per (head, body)
-- source: ENGINE, lineage; a root that is a collection stays
with recursive kept as (
    select n.vertex from graph.node as n where not n.is_collection and not n.is_internal and n.kind <> 'given'
),

pair as (
    select distinct e.head, e.body
    from graph.edge as e
    anti join graph.dropped as d on d.head = e.head and d.alternative = e.alternative and d.body = e.body
),

start as (
    select k.vertex from kept as k
    union
    select r.vertex from graph.root as r
),

walk(head, body) as (
    select p.head, p.body
    from pair as p
    semi join start as s on s.vertex = p.head
    union
    select w.head, p.body
    from walk as w
    anti join kept as k on k.vertex = w.body
    inner join pair as p on p.head = w.body
)

select
    w.head,
    w.body,
from walk as w
semi join kept as k on k.vertex = w.body
