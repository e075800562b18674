-- title: Number of trips abroad
-- grain: one row per (person)
-- source: ours
-- reads as: how many trips of {person} leave the home nation
select
    a.person,
    count(*) as trips
from trip_abroad as a
group by a.person
