-- title: Expenses too small to need a receipt
-- grain: one row per (person, trip, expense)
-- source: ours
-- reads as: whether expense {expense} of {person}'s trip {trip} is too small to need a receipt
-- why: the converted amount, before any cap; at the threshold itself a receipt is needed
select
    c.person,
    c.trip,
    c.expense
from converted as c
inner join works_for as w on w.person = c.person
inner join receipt_threshold as t on t.company = w.company
where c.amount < t.amount
