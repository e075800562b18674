-- title: Trips that leave the home nation
-- grain: one row per (person, trip)
-- source: paper section 2.2, outside(P, T)
-- reads as: the trips of {person} that go outside the home nation
-- why: unknown where one of the nations is, even if both cities are the same
select
    t.person,
    t.trip
from trip as t
inner join country as c on c.person = t.person and c.trip = t.trip
inner join home as h on h.person = t.person
where c.nation <> h.nation
