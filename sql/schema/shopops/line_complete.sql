-- title: Purchases whose lines are all on record
-- grain: one row per (customer, purchase)
-- source: ours, ShopOps
-- reads as: whether the lines of {customer}'s {purchase} are all on record
create table line_complete (
    customer text,
    purchase text,
    primary key (customer, purchase)
);
