-- title: Summary memory: what kinds of events there were, and the last one in full
-- grain: one row per (world_id)
-- source: paper appendix H.3; the policy is ours, its text was not at hand
select
    e.world_id,
    'summary' as view,
    'SUMMARY' || chr(10) || count(*) || ' events: ' || string_agg(e.type, ', ' order by e.sequence) || chr(10)
    || 'last | ' || arg_max(e.record, e.sequence) as text
from sv.ordered_event as e
group by e.world_id
