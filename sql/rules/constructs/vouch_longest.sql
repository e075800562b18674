-- title: Steps of the chain of vouchers, as far as it is counted
-- grain: one row per (person)
-- source: ours; construct: max over a recursion with a counter
-- reads as: how many steps of {person}'s chain of vouchers are counted
select
    c.person,
    max(c.steps) as steps
from vouch_chain as c
group by c.person
