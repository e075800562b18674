-- title: Customers whose cancelled purchases are all on record
-- grain: one row per (customer)
-- source: ours, ShopOps
-- reads as: whether the cancelled purchases of {customer} are all on record
create table cancelled_complete (
    customer text,
    primary key (customer)
);
