-- title: Trips of a person that began in a period
-- grain: one row per (person, first_day, last_day, trip)
-- source: ours
-- reads as: the trips of {person} that began from {first_day} to {last_day}
-- why: both ends belong to the period
select
    a.person,
    a.first_day,
    a.last_day,
    t.trip
from asked_began_in as a
inner join trip as t on t.person = a.person
inner join trip_dates as d on d.person = t.person and d.trip = t.trip
where d.starts_on between a.first_day and a.last_day
