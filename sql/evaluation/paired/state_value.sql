-- title: The value of every state that is a count or a comparison
-- grain: one row per (item_id)
-- source: ours
-- why: a comparison says which side is the greater (or the less), or that they are equal
with counted as (
    select c.item_id, c.operation, count(*) as member_count
    from paired.combined as c
    group by c.item_id, c.operation
),

compared as (
    select
        l.item_id,
        case
            when l.amount = r.amount then 'equal'
            when l.amount > r.amount then 'left'
            else 'right'
        end as greater_side,
    from paired.measure as l
    inner join paired.measure as r on r.item_id = l.item_id
    where l.side = 'left' and r.side = 'right'
)

select
    i.item_id,
    case
        when i.operator = 'count' then cast(coalesce(c.member_count, 0) as varchar)
        when i.relation = 'greater' or v.greater_side = 'equal' then v.greater_side
        when v.greater_side = 'left' then 'right'
        else 'left'
    end as value,
from paired.item as i
left join counted as c on c.item_id = i.item_id and c.operation = i.counted
left join compared as v on v.item_id = i.item_id
where i.operator in ('count', 'compare')
