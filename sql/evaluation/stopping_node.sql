-- title: Nodes at which a recovery takes states as given: every branch is followed to a right one, or to a leaf
-- grain: one row per (run_id, query_id, node_id)
-- source: MemDerive section 4.2.4
with recursive inner_node as (
    select distinct e.query_id, e.head as node_id,
    from evaluation.diagnostic_edge as e
),

walk(run_id, query_id, node_id, is_correct, is_stopping) as (
    select f.run_id, f.query_id, f.node_id, false, false,
    from evaluation.failing_node as f
    where f.probe_id is null

    union

    select w.run_id, w.query_id, e.body, t.is_correct, t.is_correct or i.node_id is null,
    from walk as w
    inner join evaluation.diagnostic_edge as e on e.query_id = w.query_id and e.head = w.node_id
    inner join evaluation.probe_score as t
        on t.run_id = w.run_id and t.probe_id = e.probe_id and t.context = 'targeted'
    left join inner_node as i on i.query_id = e.query_id and i.node_id = e.body
    where not w.is_stopping
)

select w.run_id, w.query_id, w.node_id, w.is_correct,
from walk as w
where w.is_stopping
