-- title: What the runs answered: queries, recoveries, probes in each context, tracked queries
-- grain: one row per (run_id, kind, ask_id, context, parent)
-- source: ours, after MemDerive section 4.1
-- why: context tells answers to one question apart: direct, self, gold, targeted, inherited (from a parent)
select
    r.run_id,
    'query' as kind,
    r.query_id as ask_id,
    'direct' as context,
    '' as parent,
    r.outcome, r.label,
    r.value_number, r.value_boolean, r.value_entity, r.value_date, r.value_set,
from run.response as r

union all by name

select
    r.run_id,
    'query' as kind,
    r.query_id as ask_id,
    r.evidence as context,
    '' as parent,
    r.outcome, r.label,
    r.value_number, r.value_boolean, r.value_entity, r.value_date, r.value_set,
from run.recovery_response as r

union all by name

select
    r.run_id,
    'probe' as kind,
    r.probe_id as ask_id,
    r.context,
    r.parent,
    r.outcome, r.label,
    r.value_number, r.value_boolean, r.value_entity, r.value_date, r.value_set,
from run.probe_response as r

union all by name

select
    r.run_id,
    'tracked' as kind,
    r.tracked_id || '@' || r.checkpoint as ask_id,
    'direct' as context,
    '' as parent,
    r.outcome, r.label,
    r.value_number, r.value_boolean, r.value_entity, r.value_date, r.value_set,
from run.tracked_response as r
