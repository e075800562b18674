-- title: Citation precision, the share of the cited events that are in the support
-- grain: one row per (run_id, query_id)
-- source: MemDerive section 4.1, p_E
-- why: no row where nothing is cited
select
    c.run_id,
    c.query_id,
    count(s.event_id) / count(c.event_id) as citation_precision,
from evaluation.cited as c
left join suite.support as s on s.query_id = c.query_id and s.event_id = c.event_id
group by c.run_id, c.query_id
