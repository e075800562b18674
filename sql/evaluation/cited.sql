-- title: Events that the runs cite for their answers
-- grain: one row per (run_id, query_id, event_id)
-- source: MemDerive section 4.1
select distinct
    r.run_id,
    r.query_id,
    unnest(r.cited_event_ids) as event_id,
from run.response as r
where r.outcome = 'ok'
