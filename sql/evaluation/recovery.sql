-- title: Q2: what recomputing a wrong answer from states gives
-- grain: one row per (run_id, query_id)
-- source: MemDerive section 4.2.4
-- why: every wrongly answered, probed query of a run that tried recoveries; one that it left out is not recovered
with judged as (
    select
        f.run_id,
        f.query_id,
        coalesce(bool_or(m.is_correct) filter (m.context = 'self'), false) as is_self_correct,
        coalesce(bool_or(m.is_correct) filter (m.context = 'gold'), false) as is_gold_correct,
    from evaluation.failing_node as f
    left join evaluation.match as m
        on m.run_id = f.run_id and m.kind = 'query' and m.ask_id = f.query_id and m.context in ('self', 'gold')
    where f.probe_id is null and f.run_id in (select r.run_id from run.recovery_response as r)
    group by f.run_id, f.query_id
)

select
    j.run_id,
    j.query_id,
    j.is_self_correct,
    j.is_gold_correct,
    j.is_gold_correct and not j.is_self_correct as is_load_bearing,
from judged as j
