-- title: Nation that a trip goes to
-- grain: one row per (person, trip)
-- source: paper section 2.2, country(P, T)
-- reads as: the nation that {person}'s trip {trip} goes to
-- why: asks for the current destination only, not whether the trip still stands
select
    d.person,
    d.trip,
    n.nation
from dest as d
inner join nation_of as n on n.place = d.city
