-- title: Days of a trip
-- grain: one row per (person, trip)
-- source: ours
-- reads as: the number of days of {person}'s trip {trip}
-- why: both the first and the last day count
select
    d.person,
    d.trip,
    cast(d.ends_on - d.starts_on as integer) + 1 as days
from trip_dates as d
