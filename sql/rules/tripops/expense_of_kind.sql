-- title: Expenses of a trip of a kind
-- grain: one row per (person, trip, kind, expense)
-- source: ours
-- reads as: the expenses of the kind {kind} on {person}'s trip {trip}
select
    a.person,
    a.trip,
    a.kind,
    e.expense
from asked_expense_of_kind as a
inner join expense_kind as e on e.person = a.person and e.trip = a.trip
where e.kind = a.kind
