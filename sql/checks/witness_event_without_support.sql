-- title: A witness has an event outside the support
-- grain: one row per (query_id, event_id)
-- source: paper section 2.3, W is a subset of S(q)
select
    w.query_id,
    w.event_id,
from witness_event as w
anti join support as s on s.query_id = w.query_id and s.event_id = w.event_id
