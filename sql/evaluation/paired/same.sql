-- title: Members of the two intermediate states that are one and the same
-- grain: one row per (item_id, left_ordinal, right_ordinal)
-- source: ours
-- why: two members are the same when an accepted form of one is an accepted form of the other
select distinct
    l.item_id,
    l.ordinal as left_ordinal,
    r.ordinal as right_ordinal,
from paired.form as l
inner join paired.form as r on r.item_id = l.item_id and r.form = l.form
where l.side = 'left' and r.side = 'right'
