-- title: Length of the longest finished loan of a person
-- grain: one row per (person)
-- source: ours; construct: max over a set
-- reads as: the length in days of {person}'s longest finished loan
select
    n.person,
    max(n.days) as days
from loan_length as n
group by n.person
