-- title: Households whose linked accounts are all on record
-- grain: one row per (household)
-- source: ours, ShopOps
-- reads as: whether the linked accounts of the household {household} are all on record
create table linked_complete (
    household text,
    primary key (household)
);
