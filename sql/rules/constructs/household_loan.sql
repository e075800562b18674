-- title: The loans of the members of a household
-- grain: one row per (household, person, loan)
-- source: ours; construct: join that opens a set (expand)
-- reads as: the tool of {person}'s loan {loan}, as a member of the household {household}
select
    m.household,
    m.person,
    l.loan,
    l.tool
from household_member as m
inner join loan as l on l.person = m.person
