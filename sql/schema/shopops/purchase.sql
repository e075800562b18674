-- title: The purchases of a customer
-- grain: one row per (customer, purchase)
-- source: ours, ShopOps
-- reads as: the day on which {customer} placed {purchase}
create table purchase (
    customer text,
    purchase text,
    placed_on date,
    primary key (customer, purchase)
);
