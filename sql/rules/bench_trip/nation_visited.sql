-- title: Nations visited on trips abroad
-- grain: one row per (person, nation)
-- source: ours
-- reads as: the nations that {person} visits on trips abroad
select distinct
    a.person,
    n.nation
from trip_abroad as a
inner join trip_nation as n on n.trip = a.trip
