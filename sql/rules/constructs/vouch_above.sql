-- title: Everyone in the chain of vouchers of a person
-- grain: one row per (person, voucher)
-- source: ours; construct: recursion from a function
-- reads as: the members who vouched for {person}, directly or through others
with recursive vouch_above(person, voucher) as (
    select
        v.person,
        v.voucher
    from vouched_by as v
    union
    select
        a.person,
        v.voucher
    from vouch_above as a
    inner join vouched_by as v on v.person = a.voucher
)
select person, voucher from vouch_above
