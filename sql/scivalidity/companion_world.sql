-- title: Relations of companions that their own events decide otherwise than one event replaced in the original does
-- grain: one row per (world_id, number)
-- source: paper section 3.5; ENGINE, worlds with a replaced event
-- why: must return no row
select
    r.world_id,
    r.number,
    a.value_boolean as is_true,
    r.value_boolean as is_replaced
from sv.replaced as r
inner join sv.answer as a on a.world_id = r.world_id and a.number = r.number
where a.value_boolean is distinct from r.value_boolean
