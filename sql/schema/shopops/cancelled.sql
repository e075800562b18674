-- title: The purchases that were cancelled
-- grain: one row per (customer, purchase)
-- source: ours, ShopOps
-- reads as: the purchases of {customer} that were cancelled
-- why: a fact of its own: the action cancel undoes it
create table cancelled (
    customer text,
    purchase text,
    primary key (customer, purchase)
);
