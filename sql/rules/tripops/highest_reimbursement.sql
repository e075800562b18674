-- title: The highest reimbursement of a person for one trip
-- grain: one row per (person)
-- source: ours
-- reads as: the most that {person} gets back for one trip
-- why: over the trips that stand; a trip known to have nothing reimbursed counts with 0
select
    t.person,
    max(coalesce(r.amount, 0)) as amount
from trip as t
left join reimbursement_total as r on r.person = t.person and r.trip = t.trip
group by t.person
