-- title: Events of the witness of an oracle, and the action without each of them
-- grain: one row per (world_id, event_id)
-- source: ours; the history without the event, read as memsql reads witnesses
-- why: action_without is null where the history without the event does not determine the oracle
select
    d.world_id,
    d.event_id,
    c.action as action_without
from sv.deleted as d
inner join sv.world as w on w.world_id = d.world_id
inner join sv.governing as g on g.taskspec_id = w.taskspec_id and g.number = 1
left join sv.choice as c
    on c.world_id = d.world_id
    and c.status = case when d.value_boolean then g.true_status when not d.value_boolean then g.false_status end
