-- title: The members of the three set operations over the two intermediate states
-- grain: one row per (item_id, operation, side, ordinal)
-- source: paper section 1, figure 1 (difference); the others are ours
-- why: a member of both states is carried by its left row
with judged as (
    select
        m.item_id,
        m.side,
        m.ordinal,
        exists (
            select s.item_id
            from paired.same as s
            where s.item_id = m.item_id
                and ((m.side = 'left' and s.left_ordinal = m.ordinal)
                    or (m.side = 'right' and s.right_ordinal = m.ordinal))
        ) as is_shared,
    from paired.member as m
    where m.kind = 'set'
)

select j.item_id, 'difference' as operation, j.side, j.ordinal
from judged as j
where j.side = 'left' and not j.is_shared
union all
select j.item_id, 'intersection' as operation, j.side, j.ordinal
from judged as j
where j.side = 'left' and j.is_shared
union all
select j.item_id, 'union' as operation, j.side, j.ordinal
from judged as j
where j.side = 'left' or not j.is_shared
