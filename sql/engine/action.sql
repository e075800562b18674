-- title: Actions with their valid day and their slot, the key without that day
-- grain: one row per (scenario, payload, event, ordinal)
-- source: ours; texts are canonical since they were read (5 and 5.00 are one amount)
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
    case when v.place is not null then cast(r.key[v.place] as date) end as valid_from,
    case
        when v.place is null then r.key
        else list_concat(r.key[: v.place - 1], r.key[v.place + 1 :])
    end as slot,
from ground.raw as r
left join ground.valid_place as v on v.relation = r.relation
