-- title: Expenses that are not reimbursable
-- grain: one row per (person, trip, expense)
-- source: ours
-- reads as: the expenses of {person}'s trip {trip} that are not reimbursable
select
    e.person,
    e.trip,
    e.expense
from expense as e
where not exists (
    select 1
    from reimbursable as r
    where r.person = e.person and r.trip = e.trip and r.expense = e.expense
)
