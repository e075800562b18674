-- title: Evidence-carrying memory: what was reported, the decision about it, and the events that its use rests on
-- grain: one row per (world_id)
-- source: paper appendix H.3; the policy is ours, its text was not at hand
-- why: a claim is kept with its evidence, and no relation is; what neither is nor supports it is left out
with line as (
    select distinct
        n.world_id,
        n.ordinal,
        'evidence | ' || n.node_id || ' | ' || n.attribute || ' : ' || n.value || ' | from ' || n.because as text
    from sv.state_node as n
    inner join sv.state_edge as r on r.world_id = n.world_id and r.is_governing
    inner join sv.ordered_event as e on e.event_id = n.events[1]
    where e.type = 'observe' or list_contains(r.events, n.events[1])
)

select
    l.world_id,
    'evidence' as view,
    'EVIDENCE' || chr(10) || string_agg(l.text, chr(10) order by l.ordinal) as text
from line as l
group by l.world_id
