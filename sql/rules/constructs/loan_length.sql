-- title: Days a loan was out, both ends counted
-- grain: one row per (person, loan)
-- source: ours; construct: cast, date minus date
-- reads as: the number of days {person}'s loan {loan} was out
select
    l.person,
    l.loan,
    cast(r.returned_on - l.lent_on as integer) + 1 as days
from loan as l
inner join loan_return as r on r.person = l.person and r.loan = l.loan
