-- title: Flat SSG: the compiled state as records, plain and in codes
-- grain: one row per (world_id, view)
-- source: paper appendix B.3, table 9; the wording is ours
with line as (
    select
        n.world_id,
        n.coding,
        1 as part,
        n.ordinal,
        'node | ' || n.node_id || ' | ' || n.type || ' | ' || n.attribute || ' : ' || n.value || ' | because ' || n.because as text
    from sv.shown_node as n
    union all
    select
        e.world_id,
        e.coding,
        2,
        e.place,
        'edge | ' || e.source || ' | ' || e.relation || ' | ' || e.target || ' | status : ' || e.status || ' | because ' || e.because
    from sv.shown_edge as e
)

select
    l.world_id,
    case when l.coding = 'plain' then 'flat' else 'opaque_flat' end as view,
    'STATE RECORDS' || chr(10) || string_agg(l.text, chr(10) order by l.part, l.ordinal) as text
from line as l
group by l.world_id, l.coding
