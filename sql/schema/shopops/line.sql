-- title: The lines of a purchase
-- grain: one row per (customer, purchase, product)
-- source: ours, ShopOps
-- reads as: how many of {product} are in {customer}'s {purchase}, and at what price each
create table line (
    customer text,
    purchase text,
    product text,
    quantity integer,
    unit_price decimal(12, 2),
    primary key (customer, purchase, product)
);
