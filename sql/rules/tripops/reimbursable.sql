-- title: Expenses that are reimbursable
-- grain: one row per (person, trip, expense)
-- source: ours
-- reads as: whether expense {expense} of {person}'s trip {trip} is reimbursable
-- why: a kind that the company refunds, a receipt or an amount that needs none, and a trip approved as the company asks
select
    e.person,
    e.trip,
    e.expense
from expense as e
where exists (select 1 from kind_allowed as k where k.person = e.person and k.trip = e.trip and k.expense = e.expense)
    and exists (
        select 1
        from receipt_settled as r
        where r.person = e.person and r.trip = e.trip and r.expense = e.expense
    )
    and exists (select 1 from trip_approved as a where a.person = e.person and a.trip = e.trip)
