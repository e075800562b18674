-- title: The kind of the tool that was lent
-- grain: one row per (person, loan)
-- source: ours; construct: lookup join
-- reads as: the kind of tool of {person}'s loan {loan}
select
    l.person,
    l.loan,
    k.kind
from loan as l
inner join tool_kind as k on k.tool = l.tool
