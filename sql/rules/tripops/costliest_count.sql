-- title: How many trips share the place of the costliest
-- grain: one row per (person)
-- source: ours
-- reads as: how many trips share the place of the one for which {person} gets back most
select
    c.person,
    count(*) as trips
from costliest as c
group by c.person
