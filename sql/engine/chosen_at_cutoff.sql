-- title: The current rows with valid time of every cutoff, with each event that supports them and their end of validity
-- grain: one row per (_w, row_id)
-- source: ENGINE, worlds
-- why: where all worlds are cutoffs only valid time, which one row cannot tell, has to be chosen ahead of the rows
with visible as (
    select
        x._w,
        v.row_id,
        v.slot_id,
        v.valid_from,
        v.event,
        v.is_ok,
    from ground.world as x
    inner join ground.version as v
        on v.scenario = x.scenario
        and v.event <= x.known_at
        and (v.superseded is null or v.superseded > x.known_at)
    where v.valid_from is not null
),

in_force as (
    select
        v._w,
        v.slot_id,
        v.valid_from,
        lead(v.valid_from) over (partition by v._w, v.slot_id order by v.valid_from) as until,
    from visible as v
    where v.is_ok
    group by v._w, v.slot_id, v.valid_from
)

select
    v._w,
    v.row_id,
    v.event,
    f.until,
from visible as v
left join in_force as f on f._w = v._w and f.slot_id = v.slot_id and f.valid_from = v.valid_from and v.is_ok
