-- title: Accounts that queries ask the linked ones of
-- grain: one row per (household, account)
-- source: ours, ShopOps
-- reads as: the account {account} of the household {household}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_linked_account (
    household text,
    account text,
    primary key (household, account)
);
