-- title: Choices that no world of a flip TaskSpec has as its oracle action
-- grain: one row per (taskspec_id, action)
-- source: ours
-- why: must return no row
select
    l.taskspec_id,
    l.action
from sv.licence as l
where
    exists (select 1 from sv.world as w where w.taskspec_id = l.taskspec_id and w.pair = 'flip')
    and not exists (
        select 1
        from sv.oracle as o
        inner join sv.world as w on w.world_id = o.world_id
        where w.taskspec_id = l.taskspec_id and o.oracle_action = l.action
    )
