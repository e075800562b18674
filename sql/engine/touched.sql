-- title: Keys of which a changed world sees something else than its cutoff: an event is left out or has another payload
-- grain: one row per (_w, key_id)
-- source: ours; ENGINE, worlds
-- why: versions of the other keys are intervals already, and most of a history is other keys
with changed_event as (
    select o._w, o.event from ground.world_without as o
    union
    select i._w, i.event from ground.world_instead as i
)

select
    c._w,
    v.key_id,
from changed_event as c
inner join ground.world as x on x._w = c._w
inner join ground.version as v on v.scenario = x.scenario and v.event = c.event

union

select
    i._w,
    r.key_id,
from ground.world_instead as i
inner join ground.replacement as r on r.payload = i.payload
