-- title: Trips all of whose expenses are reimbursable
-- grain: one row per (person, trip)
-- source: ours
-- reads as: whether all expenses of {person}'s trip {trip} are reimbursable
-- why: one that is known not to be decides, whatever else is missing; a trip known to have no expenses has only reimbursable ones
select
    q.person,
    q.trip
from asked_all_reimbursable as q
where not exists (select 1 from not_reimbursable as n where n.person = q.person and n.trip = q.trip)
