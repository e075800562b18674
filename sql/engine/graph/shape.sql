-- title: Height and width of the derivation DAG
-- grain: one row per (query)
-- source: paper section 2.3: length of the longest path, largest number of nodes at one depth
with level as (
    select d.query, d.depth, count(*) as nodes
    from graph.dag as d
    group by d.query, d.depth
)

select
    l.query,
    max(l.depth)::integer as height,
    max(l.nodes)::integer as width,
    sum(l.nodes)::integer as node_count,
from level as l
group by l.query
