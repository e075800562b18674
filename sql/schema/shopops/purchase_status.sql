-- title: The state of a purchase, as the shop words it
-- grain: one row per (customer, purchase)
-- source: ours, ShopOps
-- reads as: the state of {customer}'s {purchase}
-- why: read by no rule: what a purchase counts for follows from cancelled and delivered
create table purchase_status (
    customer text,
    purchase text,
    status text,
    primary key (customer, purchase)
);
