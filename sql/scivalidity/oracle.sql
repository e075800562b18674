-- title: The valid action of a world: what the status of its governing relation licenses
-- grain: one row per (world_id)
-- source: paper section 3.2
select
    e.world_id,
    c.action as oracle_action
from sv.state_edge as e
inner join sv.choice as c on c.world_id = e.world_id and c.status = e.status
where e.is_governing
