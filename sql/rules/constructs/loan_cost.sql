-- title: What a finished loan costs
-- grain: one row per (person, loan)
-- source: ours; construct: left join with coalesce, times, round, decimal money
-- reads as: the cost of {person}'s finished loan {loan}
-- why: no rate in force means the loan is free, no discount means the full price; both must be known, so a missing record leaves the cost unknown
select
    n.person,
    n.loan,
    round(n.days * coalesce(f.amount, 0) * (100 - coalesce(d.percent, 0)) * 0.01, 2) as amount
from loan_length as n
left join loan_rate as f on f.person = n.person and f.loan = n.loan
left join discount as d on d.person = n.person
