-- title: All accounts linked to an account
-- grain: one row per (household, account, other_account)
-- source: ours, ShopOps
-- reads as: the accounts of the household {household} that are linked to {account}, directly or through others
-- why: the account itself is not one of them
with recursive linked_account(household, account, other_account) as (
    select
        a.household,
        a.account,
        p.other_account
    from asked_linked_account as a
    inner join linked_pair as p on p.household = a.household and p.account = a.account
    where p.other_account <> p.account
    union
    select
        r.household,
        r.account,
        p.other_account
    from linked_account as r
    inner join linked_pair as p on p.household = r.household and p.account = r.other_account
    where p.other_account <> r.account
)
select household, account, other_account from linked_account
