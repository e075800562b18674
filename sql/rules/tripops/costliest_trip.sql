-- title: The costliest trip of a person by reimbursement
-- grain: one row per (person)
-- source: ours
-- key: person
-- reads as: the trip for which {person} gets back most
-- why: there is none where several share the place
select
    c.person,
    c.trip
from costliest as c
left join costliest_count as n on n.person = c.person
where coalesce(n.trips, 0) = 1
