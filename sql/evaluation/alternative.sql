-- title: Ways to derive each head of the derivation graphs of diagnosed queries, as sets of nodes
-- grain: one row per (query_id, place, alternative)
-- source: MemDerive section 2.3
-- why: alternative -1 is what an undecided head looked for, and derives nothing
select
    e.query_id,
    h.place,
    h.bit,
    e.alternative,
    bit_or(b.bit) as bodies,
from suite.edge as e
inner join evaluation.numbered_node as h on h.query_id = e.query_id and h.node_id = e.head
inner join evaluation.numbered_node as b on b.query_id = e.query_id and b.node_id = e.body
where e.alternative >= 0
group by e.query_id, h.place, h.bit, e.alternative
