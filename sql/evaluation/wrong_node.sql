-- title: Q2: nodes that a path of wrong inherited answers connects with a wrong answer
-- grain: one row per (run_id, query_id, node_id)
-- source: MemDerive section 4.2.3, Algorithm 1
-- why: an answer that failed is not a wrong one: it leads no further, and a query that failed is not diagnosed
with recursive failing(run_id, query_id, node_id) as (
    select s.run_id, s.query_id, n.node_id,
    from evaluation.score as s
    inner join evaluation.diagnostic_node as n on n.query_id = s.query_id and n.probe_id is null
    where not s.is_correct and s.is_answered and s.run_id in (select p.run_id from run.probe_response as p)

    union

    select f.run_id, f.query_id, p.node_id,
    from failing as f
    inner join evaluation.probe_score as p
        on p.run_id = f.run_id and p.query_id = f.query_id and p.context = 'inherited' and p.parent = f.node_id
    where not p.is_correct and p.is_answered
)

select f.run_id, f.query_id, f.node_id,
from failing as f
