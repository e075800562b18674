-- title: Expenses that have a receipt or need none
-- grain: one row per (person, trip, expense)
-- source: ours
-- reads as: whether expense {expense} of {person}'s trip {trip} has a receipt or needs none
-- why: with a receipt neither amount nor threshold matters; an amount under the threshold settles it without one
select
    e.person,
    e.trip,
    e.expense
from expense as e
where exists (select 1 from receipt as r where r.person = e.person and r.trip = e.trip and r.expense = e.expense)
    or exists (
        select 1
        from below_threshold as b
        where b.person = e.person and b.trip = e.trip and b.expense = e.expense
    )
