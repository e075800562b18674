-- title: Everything that a state rests on, at the session's cutoff
-- grain: one row per (node_id)
-- source: ours; the macro why(node)
with recursive walk(node_id, depth) as (
    select wanted, 0
    union
    select e.body, w.depth + 1
    from walk as w
    inner join now.edge as e on e.head = w.node_id
    where w.depth < 64
)

select
    min(w.depth) as depth,
    w.node_id,
    n.kind,
    n.is_true,
    n.value,
from walk as w
inner join now.node as n on n.node_id = w.node_id
group by w.node_id, n.kind, n.is_true, n.value
order by depth, w.node_id
