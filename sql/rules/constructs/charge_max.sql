-- title: The highest charge of a person for a reason
-- grain: one row per (person, reason)
-- source: ours; construct: max of a group that may be empty
-- reads as: the highest amount asked of {person} in one charge for {reason}
select
    c.person,
    c.reason,
    max(c.amount) as amount
from charge_due as c
group by c.person, c.reason
