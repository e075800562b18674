-- title: The highest reimbursement of a person for one trip
-- grain: one row per (person)
-- source: ours
-- reads as: the most that {person} gets back for one trip
select
    r.person,
    max(r.amount) as amount
from trip_reimbursement as r
group by r.person
