-- title: The members of every state that is a set, with all their accepted forms
-- grain: one row per (item_id, side, ordinal, form_ordinal, form_side)
-- source: paper section 1
with answer as (
    select c.item_id, c.side, c.ordinal
    from paired.combined as c
    inner join paired.item as i on i.item_id = c.item_id and i.operator = c.operation
)

select a.item_id, a.side, a.ordinal, f.form_ordinal, f.side as form_side, f.text
from answer as a
inner join paired.form as f on f.item_id = a.item_id and f.side = a.side and f.ordinal = a.ordinal
union all
select a.item_id, a.side, a.ordinal, f.form_ordinal, f.side as form_side, f.text
from answer as a
inner join paired.same as s on s.item_id = a.item_id and s.left_ordinal = a.ordinal
inner join paired.form as f on f.item_id = s.item_id and f.side = 'right' and f.ordinal = s.right_ordinal
where a.side = 'left'
