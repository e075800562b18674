-- title: Nation that a trip goes to
-- grain: one row per (person, trip)
-- source: paper section 2.2, country(P, T)
-- key: person, trip
-- reads as: the nation that {person}'s trip {trip} goes to
-- why: the destination itself, the place around it, or one further out that is listed as a nation; no place has two, and what is above the nation does not matter; not asked is whether the trip still stands
select
    d.person,
    d.trip,
    n.place as nation
from dest as d
inner join nation as n on n.place = d.city
union
select
    d.person,
    d.trip,
    p.wider as nation
from dest as d
inner join place_in as p on p.place = d.city
inner join nation as n on n.place = p.wider
union
select
    d.person,
    d.trip,
    a.wider as nation
from dest as d
inner join place_in as p on p.place = d.city
inner join place_above as a on a.place = p.wider
inner join nation as n on n.place = a.wider
