-- title: Nation that a trip goes to
-- grain: one row per (trip)
-- source: ours
-- reads as: the nation that the trip {trip} goes to
select
    d.trip,
    c.nation
from destination as d
inner join city_nation as c on c.city = d.city
