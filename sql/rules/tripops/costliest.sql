-- title: The costliest trips of a person by reimbursement
-- grain: one row per (person, trip)
-- source: ours
-- reads as: the trips for which {person} gets back most
-- why: equal amounts share the place; nothing reimbursed is no place
select
    r.person,
    r.trip
from trip_reimbursement as r
inner join highest_reimbursement as h on h.person = r.person
where r.amount = h.amount and r.amount > 0
