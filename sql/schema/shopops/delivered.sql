-- title: The day a purchase was delivered
-- grain: one row per (customer, purchase)
-- source: ours, ShopOps
-- reads as: the day on which {customer}'s {purchase} was delivered
create table delivered (
    customer text,
    purchase text,
    delivered_on date,
    primary key (customer, purchase)
);
