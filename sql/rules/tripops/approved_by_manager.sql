-- title: Trips approved by the direct manager
-- grain: one row per (person, trip)
-- source: ours
-- reads as: whether {person}'s trip {trip} was approved by {person}'s direct manager
-- why: the current manager, whoever it was at the time; the last recorded approver counts alone
select
    a.person,
    a.trip
from approved as a
inner join reports_to as r on r.person = a.person
where r.manager = a.approver
