-- title: Provenance memory: every object with its attributes, its event and its actor, and no relation
-- grain: one row per (world_id)
-- source: paper appendix H.3; the policy is ours, its text was not at hand
with line as (
    select
        n.world_id,
        n.ordinal,
        'object | ' || n.node_id || ' | ' || n.attribute || ' : ' || n.value || ' | from ' || n.because
        || ' | by ' || e.actor as text
    from sv.state_node as n
    inner join sv.event as e on e.event_id = n.events[1]
)

select
    l.world_id,
    'provenance' as view,
    'PROVENANCE' || chr(10) || string_agg(l.text, chr(10) order by l.ordinal) as text
from line as l
group by l.world_id
