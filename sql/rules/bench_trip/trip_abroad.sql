-- title: Trips that leave the home nation
-- grain: one row per (person, trip)
-- source: ours
-- reads as: the trips of {person} that leave the home nation
select
    t.person,
    t.trip
from trip as t
inner join trip_nation as n on n.trip = t.trip
inner join home_nation as h on h.person = t.person
where n.nation <> h.nation
