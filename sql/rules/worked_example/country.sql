-- title: The nation a trip goes to
-- grain: one row per (person, trip)
-- source: paper section 2.2, country(T, N)
-- reads as: the nation that {person}'s trip {trip} goes to
select
    d.person,
    d.trip,
    c.nation
from dest as d
inner join city_in as c on c.city = d.city
