-- title: What is right: gold answers of queries and tracked queries, states of probed nodes
-- grain: one row per (kind, ask_id)
-- source: MemDerive sections 4.1, 4.2.2 and 4.3
select
    'query' as kind,
    a.query_id as ask_id,
    q.scenario_id,
    q.question,
    a.label,
    a.answer_type,
    a.value_number, a.value_boolean, a.value_entity, a.value_date, a.value_set,
from suite.answer as a
inner join suite.query as q on q.query_id = a.query_id

union all by name

select
    'probe' as kind,
    p.probe_id as ask_id,
    q.scenario_id,
    p.question,
    p.label,
    p.answer_type,
    p.value_number, p.value_boolean, p.value_entity, p.value_date, p.value_set,
from suite.probe as p
inner join suite.query as q on q.query_id = p.query_id

union all by name

select
    'tracked' as kind,
    t.tracked_id || '@' || a.checkpoint as ask_id,
    t.scenario_id,
    t.question,
    a.label,
    a.answer_type,
    a.value_number, a.value_boolean, a.value_entity, a.value_date, a.value_set,
from suite.tracked_answer as a
inner join suite.tracked as t on t.tracked_id = a.tracked_id
