-- title: Facts that a derivation reads, and their visible versions
-- grain: one row per (query)
-- source: paper section 2.4, Evolution
with version as (
    select
        r.query,
        n.vertex,
        max(v.version) as versions,
        count(*) filter (where not v.is_current) as obsolete_events,
    from graph.reach as r
    inner join graph.node as n on n.vertex = r.vertex
    inner join graph.node_version as v on v._w = n._w and v.node = n.node
    group by r.query, n.vertex
)

select
    v.query,
    count(*) as facts,
    sum(v.versions) as versions,
    sum(v.obsolete_events) as obsolete_events,
from version as v
group by v.query
