-- title: The numbered root of every query
-- grain: one row per (query, _w)
-- source: paper section 2.3
select
    r.query,
    r._w,
    v.vertex,
from ground.root as r
inner join graph.vertex as v on v._w = r._w and v.node = r.root
