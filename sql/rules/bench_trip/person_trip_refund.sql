-- title: What is refunded of each trip of a person
-- grain: one row per (person, trip)
-- source: ours
-- reads as: what is refunded of {person}'s trip {trip}
select
    t.person,
    t.trip,
    coalesce(r.total, 0) as amount
from trip as t
left join trip_refund as r on r.trip = t.trip
