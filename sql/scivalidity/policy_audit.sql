-- title: Structure that a view keeps: nodes, governing relations, and endpoints of those it lacks
-- grain: one row per (view)
-- source: paper appendix H.3; the policy is ours, its text was not at hand
-- why: a node or relation is kept where the text names it; endpoints are 1 where no relation is missing; views in codes name nothing
with node as (
    select
        v.view,
        v.world_id,
        avg(cast(contains(v.text, n.node_id) as integer)) as share
    from sv.view as v
    inner join (select distinct s.world_id, s.node_id from sv.state_node as s) as n on n.world_id = v.world_id
    where v.view not like 'opaque%'
    group by v.view, v.world_id
),

edge as (
    select
        v.view,
        v.world_id,
        contains(v.text, e.relation) and contains(v.text, 'status : ' || e.status) as is_kept,
        contains(v.text, e.source) and contains(v.text, e.target) as has_endpoints
    from sv.view as v
    inner join sv.state_edge as e on e.world_id = v.world_id and e.rule <> ''
)

select
    n.view,
    (select count(distinct m.world_id) from node as m where m.view = n.view) as worlds,
    (select avg(m.share) from node as m where m.view = n.view) as node_share,
    (select avg(cast(e.is_kept as integer)) from edge as e where e.view = n.view) as edge_share,
    coalesce(
        (select avg(cast(e.has_endpoints as integer)) from edge as e where e.view = n.view and not e.is_kept), 1
    ) as endpoint_share
from node as n
group by n.view
order by n.view
