-- title: What a status of a governing relation licenses, in words and in the codes of the opaque views
-- grain: one row per (relation, status)
-- source: ours; public knowledge of the method, the same for every world
select distinct
    g.name as relation,
    l.status,
    l.action
from sv.governing as g
inner join sv.licence as l on l.taskspec_id = g.taskspec_id
where g.number = 1
union
select
    relation.code,
    status.code,
    action.code
from sv.governing as g
inner join sv.licence as l on l.taskspec_id = g.taskspec_id
inner join sv.codebook as relation on relation.taskspec_id = g.taskspec_id and relation.original = g.name
inner join sv.codebook as status on status.taskspec_id = g.taskspec_id and status.original = l.status
inner join sv.codebook as action on action.taskspec_id = g.taskspec_id and action.original = l.action
where g.number = 1
