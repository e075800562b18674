-- title: Chains of vouchers that reach the bound
-- grain: one row per (person, voucher, steps)
-- source: ours; construct: a rule that tests the row at the bound
-- reads as: the members that {person}'s chain of vouchers comes to at the last step counted
select
    c.person,
    c.voucher,
    c.steps
from vouch_chain as c
where c.steps = 6
