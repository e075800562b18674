-- title: What is asked for a charge
-- grain: one row per (person, charge)
-- source: ours; construct: least
-- reads as: the reason of {person}'s charge {charge} and what is asked for it
select
    c.person,
    c.charge,
    c.reason,
    least(c.amount, m.amount) as amount
from charge as c
inner join charge_limit as m on m.reason = c.reason
