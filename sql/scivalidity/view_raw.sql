-- title: Raw events: every public event as it was recorded
-- grain: one row per (world_id)
-- source: paper appendix B.3, table 9; the wording is ours
select
    e.world_id,
    'raw' as view,
    'EVENTS' || chr(10) || string_agg(e.reference || ' | ' || e.type || ' | ' || e.record, chr(10) order by e.sequence) as text
from sv.ordered_event as e
group by e.world_id
