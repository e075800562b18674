-- title: Legal actions of a world, and the status that licenses each
-- grain: one row per (world_id, action)
-- source: paper section 3.2; the licence is ours
select
    w.world_id,
    l.ordinal,
    l.action,
    l.status,
    b.code as opaque_action
from sv.world as w
inner join sv.licence as l on l.taskspec_id = w.taskspec_id
inner join sv.codebook as b on b.taskspec_id = w.taskspec_id and b.original = l.action
