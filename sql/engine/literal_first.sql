-- title: The first recorded version of every key in every literal world, with each event that asserts it
-- grain: one row per (_w, row_id)
-- source: ours; the earliest assertion visible, also where it was cancelled or corrected since
with counted as (
    select
        v._w,
        v.row_id,
        v.relation,
        v.key_id,
        v.event,
        v.is_break,
        v.value_id,
        arg_min(v.value_id, v.event) filter (where v.is_ok) over (partition by v._w, v.key_id) as first_value_id,
        min(case when v.is_ok then v.event end) over (partition by v._w, v.key_id) as first_event,
    from ground.visible as v
),

changed as (
    select
        c._w,
        c.row_id,
        c.relation,
        c.event,
        c.first_event,
        min(
            case
                when c.event > c.first_event and (c.value_id <> c.first_value_id or c.is_break) then c.event
            end
        ) over (partition by c._w, c.key_id) as change,
    from counted as c
)

select
    x._w,
    v.row_id,
    v.relation,
    v.event,
from ground.world as x
inner join ground.version as v on v.scenario = x.scenario and v.event <= x.known_at and v.version = 1
left join ground.touched as t on t._w = x._w and t.key_id = v.key_id
left join ground.relevant as r on r.target = x.target and r.relation = v.relation and r.is_first
where x.kind = 'literal' and not x.is_only and t._w is null and (x.target < 0 or r.target is not null)

union all

select
    c._w,
    c.row_id,
    c.relation,
    c.event,
from changed as c
where c.event >= c.first_event and (c.change is null or c.event < c.change)
