-- title: TaskSpecs in which a public state value is, letter by letter, a legal action
-- grain: one row per (taskspec_id)
-- source: paper appendix D.3
with said as (
    select n.world_id, n.value
    from sv.state_node as n
    union
    select e.world_id, e.status
    from sv.state_edge as e
)

select distinct w.taskspec_id
from said as s
inner join sv.world as w on w.world_id = s.world_id
inner join sv.choice as c on c.world_id = s.world_id and c.action = s.value
