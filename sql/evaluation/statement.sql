-- title: Gold and given answers in one table; gold has the run ''
-- grain: one row per (run_id, kind, ask_id, context, parent)
-- source: ours
select
    '' as run_id,
    g.kind,
    g.ask_id,
    '' as context,
    '' as parent,
    g.scenario_id,
    g.question,
    'ok' as outcome,
    g.label,
    g.value_number, g.value_boolean, g.value_entity, g.value_date, g.value_set,
from evaluation.gold_statement as g

union all by name

select
    s.run_id,
    s.kind,
    s.ask_id,
    s.context,
    s.parent,
    g.scenario_id,
    g.question,
    s.outcome,
    s.label,
    s.value_number, s.value_boolean, s.value_entity, s.value_date, s.value_set,
from evaluation.given_statement as s
inner join evaluation.gold_statement as g on g.kind = s.kind and g.ask_id = s.ask_id
