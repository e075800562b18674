-- title: The day rate in force when a tool was lent
-- grain: one row per (person, loan)
-- source: ours; construct: asof join on valid time, closed by day_rate_complete
-- reads as: the day rate that applies to {person}'s loan {loan}
-- why: the rate is the one in force on the day of the loan; a later rate does not touch a running loan
select
    l.person,
    l.loan,
    r.amount
from loan as l
inner join tool_kind as k on k.tool = l.tool
asof join day_rate as r on r.kind = k.kind and r.valid_from <= l.lent_on
