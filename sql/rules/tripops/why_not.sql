-- title: Why an expense is not reimbursable
-- grain: one row per (person, trip, expense, reason)
-- source: ours
-- reads as: the reasons why expense {expense} of {person}'s trip {trip} is not reimbursable
-- why: all reasons that hold; known only where each of the three is, and empty where the expense is reimbursable
select
    q.person,
    q.trip,
    q.expense,
    'kind excluded' as reason
from asked_why_not as q
inner join expense as e on e.person = q.person and e.trip = q.trip and e.expense = q.expense
where not exists (
    select 1
    from kind_allowed as k
    where k.person = q.person and k.trip = q.trip and k.expense = q.expense
)
union
select
    q.person,
    q.trip,
    q.expense,
    'receipt missing' as reason
from asked_why_not as q
inner join expense as e on e.person = q.person and e.trip = q.trip and e.expense = q.expense
where not exists (
    select 1
    from receipt_settled as r
    where r.person = q.person and r.trip = q.trip and r.expense = q.expense
)
union
select
    q.person,
    q.trip,
    q.expense,
    'trip not approved' as reason
from asked_why_not as q
inner join expense as e on e.person = q.person and e.trip = q.trip and e.expense = q.expense
where not exists (select 1 from trip_approved as a where a.person = q.person and a.trip = q.trip)
