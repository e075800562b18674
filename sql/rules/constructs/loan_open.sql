-- title: Loans that have not come back
-- grain: one row per (person, loan)
-- source: ours; construct: not exists by key
-- reads as: the loans of {person} that have not come back
select
    l.person,
    l.loan,
    l.tool
from loan as l
where not exists (select 1 from loan_return as r where r.person = l.person and r.loan = l.loan)
