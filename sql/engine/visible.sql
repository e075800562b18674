-- title: Ground rows that the changed literal worlds can see of the keys that are chosen again
-- grain: one row per (_w, row_id)
-- source: ours; a world is a cutoff, exactly these events, or all but these, with replaced payloads
-- why: a plain cutoff, and a key of which nothing was changed, never come here: their versions are intervals already
select
    x._w,
    v.row_id,
    v.relation,
    v.key_id,
    v.slot_id,
    v.value_id,
    v.valid_from,
    v.event,
    v.is_ok,
    v.is_break,
from ground.world as x
inner join ground.touched as t on t._w = x._w
inner join ground.version as v on v.scenario = x.scenario and v.key_id = t.key_id and v.event <= x.known_at
left join ground.world_without as o on o._w = x._w and o.event = v.event
left join ground.world_instead as i on i._w = x._w and i.event = v.event
where x.kind = 'literal' and x.is_changed and not x.is_only and o._w is null and i._w is null

union all

select
    x._w,
    v.row_id,
    v.relation,
    v.key_id,
    v.slot_id,
    v.value_id,
    v.valid_from,
    v.event,
    v.is_ok,
    v.is_break,
from ground.world as x
inner join ground.world_only as y on y._w = x._w
inner join ground.version as v on v.scenario = x.scenario and v.event = y.event
where x.kind = 'literal' and x.is_only

union all

select
    x._w,
    r.row_id,
    r.relation,
    r.key_id,
    r.slot_id,
    r.value_id,
    r.valid_from,
    i.event,
    r.is_ok,
    r.is_break,
from ground.world as x
inner join ground.world_instead as i on i._w = x._w
inner join ground.replacement as r on r.payload = i.payload
where x.kind = 'literal' and i.event <= x.known_at
