-- title: How the questions of a run ended; missing: not answered at all
-- grain: one row per (run_id, kind, context, outcome)
-- source: ours
with expected as (
    select r.run_id, 'query' as kind, 'direct' as context, q.query_id as ask_id, '' as parent,
    from run.run as r
    cross join suite.query as q

    union all

    select e.run_id, 'probe', e.context, e.probe_id, e.parent,
    from evaluation.probe_score as e

    union all

    select m.run_id, 'tracked', 'direct', m.tracked_id || '@' || m.checkpoint, '',
    from evaluation.maintenance as m
)

select
    e.run_id,
    e.kind,
    e.context,
    coalesce(m.outcome, 'missing') as outcome,
    count(e.ask_id) as count,
from expected as e
left join evaluation.match as m
    on m.run_id = e.run_id and m.kind = e.kind and m.context = e.context and m.ask_id = e.ask_id
    and m.parent = e.parent
group by e.run_id, e.kind, e.context, coalesce(m.outcome, 'missing')
