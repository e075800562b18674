-- title: Expenses that lack a receipt they need
-- grain: one row per (person, trip, expense)
-- source: ours
-- reads as: the expenses of {person}'s trip {trip} that lack a receipt they need
-- why: whatever their kind, and whether or not the trip is approved
select
    e.person,
    e.trip,
    e.expense
from expense as e
where not exists (
    select 1
    from receipt_settled as r
    where r.person = e.person and r.trip = e.trip and r.expense = e.expense
)
