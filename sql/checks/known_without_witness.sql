-- title: A known answer has no witness
-- grain: one row per (query_id)
-- source: paper section 2.3
select a.query_id
from answer as a
anti join witness as w on w.query_id = a.query_id
where a.label <> 'unknown'
