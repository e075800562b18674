-- title: Pairs of accounts of a household that are linked
-- grain: one row per (household, account, other_account)
-- source: ours, ShopOps
-- reads as: the accounts recorded as linked in the household {household}
-- why: one direction is recorded, both are meant
create table linked (
    household text,
    account text,
    other_account text,
    primary key (household, account, other_account)
);
