-- title: Actions with their valid day and a number for their key, their slot (the key without that day) and their value
-- grain: one row per (scenario, payload, event, ordinal)
-- source: ours; texts are canonical since they were read (5 and 5.00 are one amount)
-- why: whole numbers keep the choice of versions, made for thousands of worlds, free of text comparisons
with dated as (
    select
        r.scenario,
        r.payload,
        r.event,
        r.ordinal,
        r.relation,
        r.key,
        case when r.is_ok then r.value else [] end as value,
        r.is_ok,
        r.is_declared,
        case when r.valid_place is not null then cast(r.key[r.valid_place] as date) end as valid_from,
        case
            when r.valid_place is null then r.key
            else list_concat(r.key[: r.valid_place - 1], r.key[r.valid_place + 1 :])
        end as slot,
    from ground.raw as r
)

select
    d.scenario,
    d.payload,
    d.event,
    d.ordinal,
    d.relation,
    d.key,
    d.value,
    d.is_ok,
    d.is_declared,
    d.valid_from,
    dense_rank() over (order by d.scenario, d.relation, d.key) as key_id,
    dense_rank() over (order by d.scenario, d.relation, d.slot) as slot_id,
    dense_rank() over (order by d.is_ok, d.value) as value_id,
from dated as d
