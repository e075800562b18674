-- title: The day a loan is due
-- grain: one row per (person, loan)
-- source: ours; construct: date plus integer, left join with coalesce
-- reads as: the day {person}'s loan {loan} is due
select
    l.person,
    l.loan,
    l.lent_on + p.days + coalesce(x.extra_days, 0) as due_on
from loan as l
inner join loan_period as p on p.tool = l.tool
left join loan_extension as x on x.person = l.person and x.loan = l.loan
