-- title: An event supports a query only by a version that is obsolete
-- grain: one row per (query_id, node_id, event_id)
-- source: paper section 2.1; one event may assert a current and an obsolete version, of different facts
select
    o.query_id,
    o.node_id,
    o.event_id,
from obsolete as o
inner join edge as e on e.query_id = o.query_id and e.head = o.node_id and e.body = 'event:' || o.event_id
