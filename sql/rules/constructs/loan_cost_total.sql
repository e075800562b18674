-- title: What all finished loans of a person cost
-- grain: one row per (person)
-- source: ours; construct: sum by the closed scope
-- reads as: the total cost of {person}'s finished loans
select
    c.person,
    sum(c.amount) as total
from loan_cost as c
group by c.person
