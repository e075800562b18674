-- title: Typed SVL: the same state as a ledger, plain and in codes
-- grain: one row per (world_id, view)
-- source: paper appendix B.3, table 9; the wording is ours
with entry as (
    select
        n.world_id,
        n.coding,
        1 as part,
        min(n.ordinal) as ordinal,
        '[' || n.type || '] ' || n.node_id || ' { '
        || string_agg(n.attribute || ' : ' || n.value, ' ; ' order by n.ordinal) || ' } <' || n.because || '>' as text
    from sv.shown_node as n
    group by n.world_id, n.coding, n.type, n.node_id, n.because
    union all
    select
        e.world_id,
        e.coding,
        2,
        e.place,
        '[' || e.relation || '] ' || e.source || ' => ' || e.target || ' { status : ' || e.status || ' } <' || e.because || '>'
    from sv.shown_edge as e
)

select
    e.world_id,
    case when e.coding = 'plain' then 'typed' else 'opaque_typed' end as view,
    'VALIDITY LEDGER' || chr(10) || string_agg(e.text, chr(10) order by e.part, e.ordinal) as text
from entry as e
group by e.world_id, e.coding
