-- title: Households whose members are all on record
-- grain: one row per (household)
-- source: ours, ShopOps
-- reads as: whether the members of the household {household} are all on record
create table household_member_complete (
    household text,
    primary key (household)
);
