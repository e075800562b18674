-- title: What a comparison compares: a number, the day of a date, the members of a set
-- grain: one row per (item_id, side)
-- source: ours
with side as (
    select i.item_id, i.kind, s.side
    from paired.item as i
    cross join (values ('left'), ('right')) as s (side)
)

select
    s.item_id,
    s.side,
    case s.kind
        when 'set' then cast(count(m.ordinal) as decimal(18, 4))
        when 'number' then max(try_cast(m.value as decimal(18, 4)))
        when 'date' then cast(max(date_diff('day', date '1970-01-01', try_cast(m.value as date))) as decimal(18, 4))
    end as amount,
from side as s
left join paired.member as m on m.item_id = s.item_id and m.side = s.side
group by s.item_id, s.kind, s.side
