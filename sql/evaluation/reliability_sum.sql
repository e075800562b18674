-- title: Q1: sums of the scores, from which means and intervals are made
-- grain: one row per (run_id, metric, dimension, bin, scenario_id)
-- source: MemDerive section 4.1
-- why: count is the denominator: all queries of the cell for the accuracies, those with a value for the citations
with binned as (
    select r.run_id, b.query_id, b.dimension, b.bin,
    from run.run as r
    cross join evaluation.query_bin as b

    union all

    select b.run_id, b.query_id, b.dimension, b.bin,
    from evaluation.context_bin as b
),

valued as (
    select
        s.run_id,
        s.query_id,
        unnest([
            {'metric': 'ans_acc', 'value': s.is_correct::int::double},
            {'metric': 'ansbl_acc', 'value': s.is_label_correct::int::double},
            {'metric': 'citation_precision', 'value': s.citation_precision},
            {'metric': 'citation_recall', 'value': s.citation_recall},
        ], recursive := true),
    from evaluation.score as s
)

select
    v.run_id,
    v.metric,
    b.dimension,
    b.bin,
    q.scenario_id,
    coalesce(sum(v.value order by v.query_id), 0)::double as total,
    count(v.value) as count,
from valued as v
inner join suite.query as q on q.query_id = v.query_id
inner join binned as b on b.run_id = v.run_id and b.query_id = v.query_id
group by v.run_id, v.metric, b.dimension, b.bin, q.scenario_id
