-- title: An unknown answer has a witness
-- grain: one row per (query_id)
-- source: paper section 2.3
select w.query_id
from witness as w
inner join answer as a on a.query_id = w.query_id
where a.label = 'unknown'
