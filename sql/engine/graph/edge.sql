-- title: Edges between numbered nodes
-- grain: one row per (head, alternative, body)
-- source: ours
select
    h.vertex as head,
    e.alternative,
    b.vertex as body,
    e._w,
from graph.clean_edge as e
inner join graph.vertex as h on h._w = e._w and h.node = e.head
inner join graph.vertex as b on b._w = e._w and b.node = e.body
order by head, alternative, body
