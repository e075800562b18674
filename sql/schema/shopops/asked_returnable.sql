-- title: Items that queries ask about, with the shop and the day of the return
-- grain: one row per (shop, customer, purchase, product, day)
-- source: ours, ShopOps
-- reads as: a return of {product} of {customer}'s {purchase} to {shop} on {day}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_returnable (
    shop text,
    customer text,
    purchase text,
    product text,
    day date,
    primary key (shop, customer, purchase, product, day)
);
