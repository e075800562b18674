-- title: Everything that a state rests on, at the session's cutoff
-- grain: one row per (node_id)
-- source: ours; the macro why(node) where the node is given as a text: derived when it is asked for
select
    w.depth,
    w.node_id,
    w.kind,
    w.is_true,
    w.value,
from now.why as w
where w.root = wanted
order by w.place
