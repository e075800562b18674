-- title: What is refunded of a trip
-- grain: one row per (trip)
-- source: ours
-- reads as: what is refunded of the trip {trip}
select
    e.trip,
    sum(e.amount) as total
from expense_refund as e
group by e.trip
