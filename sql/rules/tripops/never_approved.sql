-- title: Trips of a person never approved
-- grain: one row per (person, trip)
-- source: ours
-- reads as: the trips of {person} that nobody has approved
-- why: an approval by the wrong person is one, a cancelled approval is none
select
    t.person,
    t.trip
from trip as t
where not exists (select 1 from approved as a where a.person = t.person and a.trip = t.trip)
