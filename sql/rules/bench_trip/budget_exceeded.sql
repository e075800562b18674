-- title: Persons over their budget
-- grain: one row per (person)
-- source: ours
-- reads as: whether {person} is over budget
select
    b.person
from budget as b
left join person_refund as r on r.person = b.person
where coalesce(r.total, 0) > b.amount
