-- title: The cap that applies to an expense
-- grain: one row per (person, trip, expense)
-- source: ours
-- reads as: the most that may be refunded for expense {expense} of {person}'s trip {trip}
-- why: the cap of the company for the kind, in force on the day on which it was spent; without one on record it is unknown
select
    e.person,
    e.trip,
    e.expense,
    c.amount
from expense as e
inner join expense_kind as k on k.person = e.person and k.trip = e.trip and k.expense = e.expense
inner join works_for as w on w.person = e.person
asof join cap as c on c.company = w.company and c.kind = k.kind and c.valid_from <= e.spent_on
