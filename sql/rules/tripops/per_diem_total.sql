-- title: Allowance for a whole trip
-- grain: one row per (person, trip)
-- source: ours
-- reads as: the per-diem total of {person}'s trip {trip}
select
    d.person,
    d.trip,
    cast(d.days * r.amount as decimal(12, 2)) as amount
from trip_days as d
inner join per_diem_rate as r on r.person = d.person and r.trip = d.trip
