-- title: Ground rows that the changed literal worlds see, with the last event before their key's newest value
-- grain: one row per (_w, row_id)
-- source: ENGINE, worlds
-- why: a changed world chooses versions again among what it sees; a cancellation that it sees makes absence known
--      there too, also where the cancelled assertion is not seen
with counted as (
    select
        v._w,
        v.row_id,
        v.relation,
        v.key_id,
        v.slot_id,
        v.valid_from,
        v.event,
        v.is_ok,
        v.is_break,
        v.value_id,
        last_value(v.value_id) over (
            partition by v._w, v.key_id order by v.event
            rows between unbounded preceding and unbounded following
        ) as last_value_id,
    from ground.visible as v
)

select
    c._w,
    c.row_id,
    c.relation,
    c.slot_id,
    c.valid_from,
    c.event,
    c.is_ok,
    max(
        case when c.value_id <> c.last_value_id then c.event when c.is_break then c.event - 1 end
    ) over (partition by c._w, c.key_id) as change,
from counted as c
