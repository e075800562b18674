-- title: What is reimbursed for an expense
-- grain: one row per (person, trip, expense)
-- source: ours
-- reads as: what {person} gets back for expense {expense} of the trip {trip}
-- why: converted and rounded first, then the lesser of that and the cap; what is not reimbursable needs neither
select
    r.person,
    r.trip,
    r.expense,
    least(c.amount, k.amount) as amount
from reimbursable as r
inner join converted as c on c.person = r.person and c.trip = r.trip and c.expense = r.expense
inner join expense_cap as k on k.person = r.person and k.trip = r.trip and k.expense = r.expense
