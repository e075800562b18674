-- title: Q2: the failure frontier with class and workload dimension
-- grain: one row per (run_id, query_id, node_id)
-- source: MemDerive section 4.2.3, Algorithm 1; the dimension is ours, after figure 5
-- why: evolution where an obsolete version is at work; else composition where the context holds a whole witness of the
-- node; else access where a supporting event is missing from it; else other. Of several contexts the first counts
with missing as (
    select distinct f.run_id, f.query_id, f.node_id, f.parent,
    from evaluation.frontier_context as f
    inner join evaluation.reach as b
        on b.query_id = f.query_id and b.node_id = f.node_id and b.event_id is not null
    where not exists (
        select 1
        from evaluation.context_event as c
        where c.run_id = f.run_id and c.kind = f.kind and c.ask_id = f.ask_id and c.event_id = b.event_id
    )
),

told as (
    select distinct c.run_id, c.kind, c.ask_id,
    from evaluation.context_event as c
),

ranked as (
    select
        f.run_id, f.query_id, f.node_id,
        case
            when f.outcome is distinct from 'ok' then 4
            when e.node_id is not null then 1
            when w.node_id is not null then 2
            when m.node_id is not null and t.ask_id is not null then 3
            else 4
        end as place,
    from evaluation.frontier_context as f
    left join evaluation.frontier_evolution as e
        on e.run_id = f.run_id and e.query_id = f.query_id and e.node_id = f.node_id and e.parent = f.parent
    left join evaluation.whole_witness as w
        on w.run_id = f.run_id and w.kind = f.kind and w.ask_id = f.ask_id and w.query_id = f.query_id
        and w.node_id = f.node_id
    left join missing as m
        on m.run_id = f.run_id and m.query_id = f.query_id and m.node_id = f.node_id and m.parent = f.parent
    left join told as t on t.run_id = f.run_id and t.kind = f.kind and t.ask_id = f.ask_id
)

select
    f.run_id,
    f.query_id,
    f.node_id,
    f.class,
    (['evolution', 'composition', 'access', 'other'])[min(r.place)] as dimension,
    f.depth,
from evaluation.failing_node as f
inner join ranked as r on r.run_id = f.run_id and r.query_id = f.query_id and r.node_id = f.node_id
where f.is_frontier
group by f.run_id, f.query_id, f.node_id, f.class, f.depth
