-- title: The chain of vouchers of a person, step by step
-- grain: one row per (person, voucher, steps)
-- source: ours; construct: recursion from a function, counter with a constant bound
-- reads as: {person}'s chain of vouchers, step by step
-- why: no honest chain has 6 steps; the bound keeps a circle finite
with recursive vouch_chain(person, voucher, steps) as (
    select
        v.person,
        v.voucher,
        1 as steps
    from vouched_by as v
    union
    select
        c.person,
        v.voucher,
        c.steps + 1
    from vouch_chain as c
    inner join vouched_by as v on v.person = c.voucher
    where c.steps < 6
)
select person, voucher, steps from vouch_chain
