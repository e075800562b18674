-- title: The fine for a loan that came back late
-- grain: one row per (person, loan)
-- source: ours; construct: asof join that nothing closes, least with a constant
-- reads as: the fine for {person}'s late loan {loan}
-- why: the fee of the branch that keeps the tool, in force on the day the loan was due; never more than 12.00; a loan in time has no fine, whatever the fee
select
    t.person,
    t.loan,
    least(t.days * f.amount, 12.00) as amount
from late_days as t
inner join loan_due as d on d.person = t.person and d.loan = t.loan
inner join loan as l on l.person = t.person and l.loan = t.loan
inner join tool_branch as b on b.tool = l.tool
asof join late_fee as f on f.branch = b.branch and f.valid_from <= d.due_on
where t.days > 0
