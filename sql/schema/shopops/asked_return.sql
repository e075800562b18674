-- title: Purchases that queries ask about, with the shop and the day of the return
-- grain: one row per (shop, customer, purchase, day)
-- source: ours, ShopOps
-- reads as: a return of {customer}'s {purchase} to {shop} on {day}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_return (
    shop text,
    customer text,
    purchase text,
    day date,
    primary key (shop, customer, purchase, day)
);
