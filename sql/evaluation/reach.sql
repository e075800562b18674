-- title: What stands below a node of a frontier, or below a fact with obsolete versions, in the DAG
-- grain: one row per (query_id, node_id, below)
-- source: MemDerive section 2.3
with recursive begun as (
    select distinct f.query_id, f.node_id,
    from evaluation.failing_node as f
    where f.is_frontier
),

walk(query_id, node_id, below) as (
    select b.query_id, b.node_id, b.node_id,
    from begun as b

    union

    select o.query_id, o.node_id, o.node_id,
    from suite.obsolete as o
    where o.query_id in (select b.query_id from begun as b)

    union

    select w.query_id, w.node_id, e.body,
    from walk as w
    inner join suite.dag_edge as e on e.query_id = w.query_id and e.head = w.below
)

select
    w.query_id,
    w.node_id,
    w.below,
    case
        when n.kind = 'event' then regexp_replace(w.below[7:], '\\(.)', '\1', 'g')
    end as event_id,
from walk as w
left join suite.dag_node as n on n.query_id = w.query_id and n.node_id = w.below
