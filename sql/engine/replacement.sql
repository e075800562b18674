-- title: Actions of replacement payloads, numbered after the versions
-- grain: one row per (scenario, payload, relation, key, event)
-- source: ours; worlds with a changed payload
select
    (
        row_number() over (order by s.payload, s.key_id, s.event)
        + (select count(*) from ground.version)
    )::integer as row_id,
    s.scenario,
    s.payload,
    s.relation,
    s.key,
    s.value,
    s.key_id,
    s.slot_id,
    s.value_id,
    s.valid_from,
    s.event,
    s.is_ok,
    s.is_declared,
    s.is_ok and s.has_cancel as is_break,
    null::integer as superseded,
    false as begins,
from ground.slot as s
where s.payload > 0
