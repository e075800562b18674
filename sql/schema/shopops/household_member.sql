-- title: The members of a household
-- grain: one row per (household, customer)
-- source: ours, ShopOps
-- reads as: the members of the household {household}
create table household_member (
    household text,
    customer text,
    primary key (household, customer)
);
