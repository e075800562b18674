-- title: How many of a line came back, in all
-- grain: one row per (customer, purchase, product)
-- source: ours, ShopOps
-- reads as: how many of {product} of {customer}'s {purchase} came back in all, and on which day the last of them
-- why: the total so far and the latest day: a newer row replaces the older one
create table returned (
    customer text,
    purchase text,
    product text,
    quantity integer,
    returned_on date,
    primary key (customer, purchase, product)
);
