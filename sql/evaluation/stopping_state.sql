-- title: The states at the stopping nodes, for self-evidence and for gold-evidence recovery
-- grain: one row per (run_id, query_id, node_id, evidence)
-- source: MemDerive section 4.2.4
-- why: gold takes the place of wrong states alone; an answer that failed is an unknown state
with placed as (
    select s.run_id, s.query_id, s.node_id, s.is_correct, unnest(['self', 'gold']) as evidence,
    from evaluation.stopping_node as s
)

select
    s.run_id,
    s.query_id,
    s.node_id,
    s.evidence,
    p.probe_id,
    n.kind,
    n.relation,
    n.key,
    s.is_correct,
    case when s.is_correct or s.evidence = 'self' then 'self' else 'gold' end as origin,
    case
        when origin = 'gold' then p.label
        when r.outcome = 'ok' and r.label is not null then r.label
        else 'unknown'
    end as label,
    p.answer_type,
    case when origin = 'gold' then p.value_number else r.value_number end as value_number,
    case when origin = 'gold' then p.value_boolean else r.value_boolean end as value_boolean,
    case when origin = 'gold' then p.value_entity else r.value_entity end as value_entity,
    case when origin = 'gold' then p.value_date else r.value_date end as value_date,
    case when origin = 'gold' then p.value_set else r.value_set end as value_set,
from placed as s
inner join suite.probe as p on p.query_id = s.query_id and p.node_id = s.node_id
inner join suite.dag_node as n on n.query_id = s.query_id and n.node_id = s.node_id
left join run.probe_response as r
    on r.run_id = s.run_id and r.probe_id = p.probe_id and r.context = 'targeted'
