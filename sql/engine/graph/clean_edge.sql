-- title: Edges, each once, without the leaf "given" where an alternative has another input
-- grain: one row per (_w, head, alternative, body)
-- source: ours; asked rows are never nodes
select distinct
    e._w,
    e.head,
    e.alternative,
    e.body,
from lineage.edge as e
where
    e.body <> 'given'
    or not exists (
        select 1
        from lineage.edge as o
        where o._w = e._w and o.head = e.head and o.alternative = e.alternative and o.body <> 'given'
    )
