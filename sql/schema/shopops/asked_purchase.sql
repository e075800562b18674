-- title: Purchases that queries ask about, with the shop
-- grain: one row per (shop, customer, purchase)
-- source: ours, ShopOps
-- reads as: {customer}'s {purchase} at {shop}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_purchase (
    shop text,
    customer text,
    purchase text,
    primary key (shop, customer, purchase)
);
