-- title: Customers whose purchases are all on record
-- grain: one row per (customer)
-- source: ours, ShopOps
-- reads as: whether the purchases of {customer} are all on record
create table purchase_complete (
    customer text,
    primary key (customer)
);
