-- title: Trips abroad without approval
-- grain: one row per (person, trip)
-- source: ours
-- reads as: the trips abroad of {person} that are not approved
select
    a.person,
    a.trip
from trip_abroad as a
where not exists (select 1 from approval as p where p.person = a.person and p.trip = a.trip)
