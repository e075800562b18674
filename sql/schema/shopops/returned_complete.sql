-- title: Customers whose returns are all on record
-- grain: one row per (customer)
-- source: ours, ShopOps
-- reads as: whether the returns of {customer} are all on record
create table returned_complete (
    customer text,
    primary key (customer)
);
