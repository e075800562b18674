-- title: Expenses of a kind that the company refunds
-- grain: one row per (person, trip, expense)
-- source: ours
-- reads as: whether {person}'s company refunds the kind of expense {expense} of the trip {trip}
select
    e.person,
    e.trip,
    e.expense
from expense_kind as e
inner join works_for as w on w.person = e.person
where not exists (select 1 from excluded_kind as x where x.company = w.company and x.kind = e.kind)
