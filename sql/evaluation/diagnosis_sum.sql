-- title: Q2: sums of probes, classes, workload dimensions and recoveries, from which means and intervals are made
-- grain: one row per (run_id, metric, dimension, bin, scenario_id)
-- source: MemDerive section 4.2
-- why: class_ and workload_ are shares of the frontier's nodes, the recoveries shares of the diagnosed wrong answers
with fact as (
    select
        p.run_id, p.query_id, p.context as metric, p.is_correct::int as value, n.kind, n.depth,
        null as class, null as workload,
    from evaluation.probe_score as p
    inner join evaluation.diagnostic_node as n on n.query_id = p.query_id and n.node_id = p.node_id

    union all

    select f.run_id, f.query_id, 'class_' || b.bin, (f.class = b.bin)::int, n.kind, f.depth, null, f.dimension,
    from evaluation.frontier as f
    inner join evaluation.diagnostic_node as n on n.query_id = f.query_id and n.node_id = f.node_id
    inner join evaluation.bin as b on b.dimension = 'class'

    union all

    select f.run_id, f.query_id, 'workload_' || b.bin, (f.dimension = b.bin)::int, n.kind, f.depth, f.class, null,
    from evaluation.frontier as f
    inner join evaluation.diagnostic_node as n on n.query_id = f.query_id and n.node_id = f.node_id
    inner join evaluation.bin as b on b.dimension = 'workload'

    union all

    select
        r.run_id, r.query_id,
        unnest(['self_recovery', 'gold_recovery', 'load_bearing']),
        unnest([r.is_self_correct::int, r.is_gold_correct::int, r.is_load_bearing::int]),
        null, null, null, null,
    from evaluation.recovery as r
),

binned as (
    select
        f.run_id, f.metric, f.value, q.scenario_id,
        unnest([
            {'dimension': 'all', 'bin': 'all'}, {'dimension': 'family', 'bin': q.family},
            {'dimension': 'domain', 'bin': s.domain}, {'dimension': 'scenario', 'bin': q.scenario_id},
            {'dimension': 'kind', 'bin': f.kind}, {'dimension': 'depth', 'bin': f.depth::varchar},
            {'dimension': 'class', 'bin': f.class}, {'dimension': 'workload', 'bin': f.workload},
        ], recursive := true),
    from fact as f
    inner join suite.query as q on q.query_id = f.query_id
    inner join suite.scenario as s on s.scenario_id = q.scenario_id
)

select b.run_id, b.metric, b.dimension, b.bin, b.scenario_id, sum(b.value)::double as total, count(b.value) as count,
from binned as b
where b.bin is not null
group by b.run_id, b.metric, b.dimension, b.bin, b.scenario_id
