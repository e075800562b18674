-- title: Days a loan came back late
-- grain: one row per (person, loan)
-- source: ours; construct: greatest
-- reads as: how many days late {person}'s loan {loan} came back
select
    d.person,
    d.loan,
    greatest(cast(r.returned_on - d.due_on as integer), 0) as days
from loan_due as d
inner join loan_return as r on r.person = d.person and r.loan = d.loan
