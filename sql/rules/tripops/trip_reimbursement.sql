-- title: What is reimbursed for each trip of a person
-- grain: one row per (person, trip)
-- source: ours
-- reads as: what {person} gets back for the trip {trip}
-- why: the trips that stand; a trip known to have nothing reimbursed counts with 0
select
    t.person,
    t.trip,
    coalesce(r.amount, 0) as amount
from trip as t
left join reimbursement_total as r on r.person = t.person and r.trip = t.trip
