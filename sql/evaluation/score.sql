-- title: Q1: each answer against gold; a query that was not answered is a wrong answer
-- grain: one row per (run_id, query_id)
-- source: MemDerive section 4.1
select
    r.run_id,
    q.query_id,
    coalesce(m.outcome = 'ok', false) as is_answered,
    coalesce(m.is_correct, false) as is_correct,
    coalesce(m.is_label_correct, false) as is_label_correct,
    p.citation_precision,
    w.citation_recall,
from run.run as r
cross join suite.query as q
left join evaluation.match as m
    on m.run_id = r.run_id and m.kind = 'query' and m.context = 'direct' and m.ask_id = q.query_id
left join evaluation.citation_precision as p on p.run_id = r.run_id and p.query_id = q.query_id
left join evaluation.citation_recall as w on w.run_id = r.run_id and w.query_id = q.query_id
