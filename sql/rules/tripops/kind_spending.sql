-- title: What a person spent on a kind, expense by expense
-- grain: one row per (person, kind, trip, expense)
-- source: ours
-- reads as: the amount of expense {expense} of {person}'s trip {trip}, where it is of the kind {kind}
-- why: over all trips on record, converted, not capped, reimbursable or not; what is of another kind needs no amount
select
    q.person,
    q.kind,
    t.trip,
    e.expense,
    c.amount
from asked_spending_on_kind as q
inner join trip as t on t.person = q.person
inner join expense_kind as e on e.person = t.person and e.trip = t.trip
inner join converted as c on c.person = e.person and c.trip = e.trip and c.expense = e.expense
where e.kind = q.kind
