-- title: Rows of the first sources of a rule that are false before the rule expands a collection
-- grain: one row per (_w, node)
-- source: ours; what stands between a collection and the reasons why such a row has no members
select distinct
    i._w,
    i.node,
    i.relation,
    'derived' as kind,
    false as is_collection,
    true as is_internal,
    true as truth,
from lineage.inner_row as i
