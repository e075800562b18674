-- title: Event graph: every event and object, with sequence and mention edges only
-- grain: one row per (world_id)
-- source: paper appendix B.3, table 9; the wording is ours
with line as (
    select e.world_id, 1 as part, e.sequence as ordinal, e.reference || ' | ' || e.type || ' | ' || e.record as text
    from sv.ordered_event as e
    union all
    select e.world_id, 2, e.sequence, 'object | ' || e.item
    from sv.ordered_event as e
    union all
    select e.world_id, 3, e.sequence, 'next | e' || (e.sequence - 1) || ' -> ' || e.reference
    from sv.ordered_event as e
    where e.sequence > 1
    union all
    select e.world_id, 4, e.sequence * 10 + o.ordinal, 'mentions | ' || e.reference || ' -> ' || o.object
    from sv.ordered_event as e
    inner join sv.mention as o on o.event_id = e.event_id
)

select
    l.world_id,
    'event_graph' as view,
    'EVENT GRAPH' || chr(10) || string_agg(l.text, chr(10) order by l.part, l.ordinal) as text
from line as l
group by l.world_id
