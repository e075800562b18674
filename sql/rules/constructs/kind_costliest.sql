-- title: The kinds of tool a person has spent most on
-- grain: one row per (person, kind)
-- source: ours; construct: holder of a maximum of totals
-- reads as: the kinds of tool {person} has spent most on
select
    c.person,
    c.kind
from kind_cost as c
inner join kind_cost_max as m on m.person = c.person
where c.total = m.total
