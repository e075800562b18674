-- title: Edges of the derivation DAG of every query
-- grain: one row per (query_id, head, body)
-- source: paper section 2.3
select
    q.query_id,
    h.node_id as head,
    b.node_id as body,
from graph.dag as d
inner join graph.contracted as c on c.head = d.vertex
inner join export.node_text as h on h.vertex = c.head
inner join export.node_text as b on b.vertex = c.body
inner join ground.asked as q on q.query = d.query
order by d.query, head, body
