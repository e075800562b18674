-- title: The day of the first loan of a person
-- grain: one row per (person)
-- source: ours; construct: min over dates
-- reads as: the day {person} first borrowed a tool
select
    l.person,
    min(l.lent_on) as lent_on
from loan as l
group by l.person
