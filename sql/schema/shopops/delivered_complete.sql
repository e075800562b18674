-- title: Customers whose deliveries are all on record
-- grain: one row per (customer)
-- source: ours, ShopOps
-- reads as: whether the deliveries to {customer} are all on record
create table delivered_complete (
    customer text,
    primary key (customer)
);
