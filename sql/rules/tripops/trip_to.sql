-- title: Trips of a person to a nation
-- grain: one row per (person, nation, trip)
-- source: ours
-- reads as: the trips of {person} to {nation}
select
    a.person,
    a.nation,
    t.trip
from asked_trip_to as a
inner join trip as t on t.person = a.person
inner join country as c on c.person = t.person and c.trip = t.trip
where c.nation = a.nation
