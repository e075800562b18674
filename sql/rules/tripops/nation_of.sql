-- title: The nation of a place
-- grain: one row per (place)
-- source: paper section 2.2, country(C)
-- key: place
-- reads as: the nation that {place} belongs to
-- why: the place itself or a wider one that is listed as a nation, at any depth; no place has two, and what is above the nation does not matter
select
    n.place,
    n.place as nation
from nation as n
union
select
    a.place,
    a.wider as nation
from place_above as a
inner join nation as n on n.place = a.wider
