-- title: Accounts of a household that are linked directly
-- grain: one row per (household, account, other_account)
-- source: ours, ShopOps
-- reads as: the accounts of the household {household} that are linked directly
-- why: linked is symmetric
select
    l.household,
    l.account,
    l.other_account
from linked as l
union
select
    l.household,
    l.other_account,
    l.account
from linked as l
