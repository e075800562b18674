-- title: What is asked of a person for a reason
-- grain: one row per (person, reason)
-- source: ours; construct: sum, group finer than the closed scope
-- reads as: the total asked of {person} for {reason}
select
    c.person,
    c.reason,
    sum(c.amount) as total
from charge_due as c
group by c.person, c.reason
