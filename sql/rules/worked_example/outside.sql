-- title: Trips that leave the home nation
-- grain: one row per (person, trip)
-- source: paper section 2.2, outside(P, T)
-- reads as: the trips of {person} that go outside their home nation
select
    t.person,
    t.trip
from trip as t
inner join country as c on c.person = t.person and c.trip = t.trip
inner join home as h on h.person = t.person
where c.nation <> h.nation
