-- title: The longest finished loans of a person
-- grain: one row per (person, loan)
-- source: ours; construct: holder of a maximum, joined back on equality
-- reads as: the longest finished loans of {person}
-- why: equal lengths share the place, so the answer is a set
select
    n.person,
    n.loan
from loan_length as n
inner join loan_length_max as m on m.person = n.person and m.days = n.days
