-- title: Codes of the opaque views: one book a TaskSpec, shared by its worlds and views
-- grain: one row per (taskspec_id, original)
-- source: paper appendix G.1; the codes are ours
-- why: a code has no digit, so that no number of a payload stands in it
with said as (
    select l.taskspec_id, l.action as original
    from sv.licence as l
    union
    select l.taskspec_id, l.status
    from sv.licence as l
    union
    select g.taskspec_id, unnest([g.name, g.true_status, g.false_status])
    from sv.governing as g
    union
    select g.taskspec_id, unnest(['Recorded_Under', 'recorded'])
    from sv.governing as g
    union
    select w.taskspec_id, unnest([n.node_id, n.value])
    from sv.state_node as n
    inner join sv.world as w on w.world_id = n.world_id
)

select
    s.taskspec_id,
    s.original,
    'x' || translate(left(md5(s.taskspec_id || ' ' || s.original), 12), '0123456789', 'ghijklmnop') as code
from said as s
