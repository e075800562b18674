-- title: Trips approved by somebody above
-- grain: one row per (person, trip)
-- source: ours
-- reads as: whether {person}'s trip {trip} was approved by somebody above {person}
-- why: at any depth of the current reporting line; nobody is above himself
select
    a.person,
    a.trip
from approved as a
where exists (select 1 from above as s where s.person = a.person and s.superior = a.approver)
