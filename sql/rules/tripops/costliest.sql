-- title: The costliest trips of a person by reimbursement
-- grain: one row per (person, trip)
-- source: ours
-- reads as: the trips for which {person} gets back most
-- why: equal amounts share the place; nothing reimbursed is no place
select
    t.person,
    t.trip
from trip as t
inner join highest_reimbursement as h on h.person = t.person
left join reimbursement_total as r on r.person = t.person and r.trip = t.trip
where coalesce(r.amount, 0) = h.amount and h.amount > 0
