-- title: The highest cost of a person for one kind of tool
-- grain: one row per (person)
-- source: ours; construct: aggregate of an aggregate
-- reads as: the highest total that {person} has spent on one kind of tool
select
    c.person,
    max(c.total) as total
from kind_cost as c
group by c.person
