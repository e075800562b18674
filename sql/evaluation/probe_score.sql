-- title: Q2: each probe answer against the node's state, targeted t(v) and inherited i(u|v)
-- grain: one row per (run_id, probe_id, context, parent)
-- source: MemDerive section 4.2.2
-- why: the suite fixes the rows; a probe that was not answered is a wrong answer. A run without any probe answer is
-- not diagnosed, and has no row
with asked as (
    select distinct r.run_id,
    from run.probe_response as r
),

expected as (
    select p.probe_id, p.query_id, p.node_id, 'targeted' as context, '' as parent,
    from suite.probe as p

    union all

    select e.probe_id, e.query_id, e.body as node_id, 'inherited' as context, e.head as parent,
    from evaluation.diagnostic_edge as e
)

select
    r.run_id,
    e.probe_id,
    e.query_id,
    e.node_id,
    e.context,
    e.parent,
    coalesce(m.outcome = 'ok', false) as is_answered,
    coalesce(m.is_correct, false) as is_correct,
from asked as r
cross join expected as e
left join evaluation.match as m
    on m.run_id = r.run_id and m.kind = 'probe' and m.ask_id = e.probe_id and m.context = e.context
    and m.parent = e.parent
