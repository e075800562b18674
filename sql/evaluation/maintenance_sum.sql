-- title: Q3: sums of refresh, preservation and what goes with them, from which means and intervals are made
-- grain: one row per (run_id, metric, dimension, bin, scenario_id)
-- source: MemDerive section 4.3; accuracy, caught_up and staleness are ours
-- why: refresh counts changed, preservation unchanged transitions whose earlier answer was right; caught_up counts all
-- changes, staleness those after which the answer was right again
with stepped as (
    select
        m.run_id,
        m.tracked_id,
        m.checkpoint,
        m.is_correct::int::double as is_correct,
        m.is_changed,
        m.is_explicit,
        m.staleness,
        coalesce(lag(m.is_correct) over (
            partition by m.run_id, m.tracked_id order by m.checkpoint
        ), false) as was_correct,
    from evaluation.maintenance as m
),

valued as (
    select
        s.run_id, s.tracked_id, s.checkpoint, s.is_explicit,
        unnest([
            {'metric': 'accuracy', 'value': s.is_correct},
            {'metric': 'refresh', 'value': case when s.is_changed and s.was_correct then s.is_correct end},
            {'metric': 'preservation', 'value': case when not s.is_changed and s.was_correct then s.is_correct end},
            {'metric': 'caught_up', 'value': case when s.is_changed then (s.staleness is not null)::int::double end},
            {'metric': 'staleness', 'value': s.staleness::double},
        ], recursive := true),
    from stepped as s
),

binned as (
    select
        v.run_id, v.tracked_id, v.metric, v.value, t.scenario_id,
        unnest([
            {'dimension': 'all', 'bin': 'all'},
            {'dimension': 'change', 'bin': case v.is_explicit when true then 'explicit' when false then 'implicit' end},
            {'dimension': 'family', 'bin': t.family},
            {'dimension': 'checkpoint', 'bin': v.checkpoint::varchar},
            {'dimension': 'domain', 'bin': s.domain},
            {'dimension': 'scenario', 'bin': t.scenario_id},
        ], recursive := true),
    from valued as v
    inner join suite.tracked as t on t.tracked_id = v.tracked_id
    inner join suite.scenario as s on s.scenario_id = t.scenario_id
)

select b.run_id, b.metric, b.dimension, b.bin, b.scenario_id,
    coalesce(sum(b.value), 0)::double as total,
    count(b.value) as count,
from binned as b
where b.bin is not null
group by b.run_id, b.metric, b.dimension, b.bin, b.scenario_id
