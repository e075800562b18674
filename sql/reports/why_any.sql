-- title: Everything that a state rests on, at the session's cutoff, whichever way the state is named
-- grain: one row per (node_id)
-- source: ours; the macro why(node) where the node is a column or an expression: walks the derivations of all states
-- why: a state that a text names was derived for itself, and may have no row to walk from; cyclic data gives a cyclic
--      graph, so a node is entered once, at its shortest distance
with recursive walk(node_id, depth) using key (node_id) as (
    select wanted, 0
    where not exists (select 1 from now.why as a where a.root = wanted)
    union
    select e.body, min(w.depth + 1)
    from walk as w
    inner join now.edge as e on e.head = w.node_id
    anti join recurring.walk as k on k.node_id = e.body
    group by e.body
),

found as (
    select a.depth, a.node_id, a.kind, a.is_true, a.value, a.place
    from now.why as a
    where a.root = wanted
    union all
    select w.depth, w.node_id, n.kind, n.is_true, n.value, 0
    from walk as w
    inner join now.node as n on n.node_id = w.node_id
)

select
    f.depth,
    f.node_id,
    f.kind,
    f.is_true,
    f.value,
from found as f
order by f.depth, f.place, f.node_id
