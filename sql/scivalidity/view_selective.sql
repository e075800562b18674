-- title: Selective memory: the records of the plan and of what was reported
-- grain: one row per (world_id)
-- source: paper appendix H.3; the policy is ours, its text was not at hand
select
    e.world_id,
    'selective' as view,
    'KEPT EVENTS' || chr(10)
    || string_agg(e.reference || ' | ' || e.type || ' | ' || e.record, chr(10) order by e.sequence) as text
from sv.ordered_event as e
where e.type in ('plan', 'observe')
group by e.world_id
