-- title: Nodes that are no state of a relation
-- grain: one row per (_w, node)
-- source: ours
-- why: rows of the first sources of a rule that are false before the rule expands a collection; branches of a union
--      at a key that the union does not have; leaves with a part of their key hidden
select distinct
    i._w,
    i.node,
    i.relation,
    i.kind,
    false as is_collection,
    i.is_internal,
    i.key,
    i.truth,
from lineage.inner_row as i
