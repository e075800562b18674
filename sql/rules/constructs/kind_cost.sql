-- title: What the finished loans of a person cost, by kind of tool
-- grain: one row per (person, kind)
-- source: ours; construct: sum over a join, group finer than the closed scope
-- reads as: the total cost of {person}'s finished loans of the kind {kind}
select
    c.person,
    k.kind,
    sum(c.amount) as total
from loan_cost as c
inner join loan_kind as k on k.person = c.person and k.loan = c.loan
group by c.person, k.kind
