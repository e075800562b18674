-- title: What is refunded to a person
-- grain: one row per (person)
-- source: ours
-- reads as: what is refunded to {person}
select
    r.person,
    sum(r.amount) as total
from person_trip_refund as r
group by r.person
