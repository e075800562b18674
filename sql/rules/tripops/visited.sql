-- title: Nations a person visited
-- grain: one row per (person, nation)
-- source: ours
-- reads as: the nations that {person}'s trips went to
-- why: trips inside the home nation count as well, and so do trips that lie ahead
select distinct
    t.person,
    c.nation
from trip as t
inner join country as c on c.person = t.person and c.trip = t.trip
