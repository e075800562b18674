-- title: What every node is and holds
-- grain: one row per (vertex)
-- source: ours; ENGINE, lineage
-- why: a completeness, or what a reference stood for, can be missing because it was cancelled: it is false then, and
--      the collection or the query that reads it is undecided
with lacked as (
    select distinct e.body as vertex, h.is_collection
    from graph.edge as e
    inner join graph.vertex as v on v.vertex = e.head
    left join graph.state as h on h._w = v._w and h.node = v.node
    where e.alternative = 'u' and (h.is_collection or h.node is null)
)

select
    v.vertex,
    v._w,
    v.node,
    v.event,
    s.relation,
    coalesce(s.is_collection, false) as is_collection,
    coalesce(s.is_internal, false) as is_internal,
    s.key,
    s.truth,
    s.value,
    case
        when v.event is not null then 'event'
        when v.node = 'given' then 'given'
        when s.node is null then 'query'
        when s.kind <> 'derived' and s.truth is null and not exists (
            select 1 from graph.edge as e where e.head = v.vertex
        ) then 'missing'
        when s.kind = 'completeness' and not s.truth and c.vertex is not null then 'missing'
        when s.relation = 'refers_to' and not s.truth and r.vertex is not null then 'missing'
        when s.kind = 'fact' and d.relation is not null then 'rule'
        else s.kind
    end as kind,
from graph.vertex as v
inner join ground.world as x on x._w = v._w
left join graph.state as s on s._w = v._w and s.node = v.node
left join lacked as c on c.vertex = v.vertex and c.is_collection
left join lacked as r on r.vertex = v.vertex and r.is_collection is null
left join (
    select distinct k.scenario, k.relation from ground.version as k where k.is_declared
) as d on d.scenario = x.scenario and d.relation = s.relation
