-- title: What is reimbursed for a trip
-- grain: one row per (person, trip)
-- source: ours
-- reads as: the reimbursement total of {person}'s trip {trip}
select
    r.person,
    r.trip,
    sum(r.amount) as amount
from reimbursement as r
group by r.person, r.trip
