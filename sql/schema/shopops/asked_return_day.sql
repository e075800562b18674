-- title: Purchases and days that queries ask returns for
-- grain: one row per (customer, purchase, day)
-- source: ours, ShopOps
-- reads as: {customer}'s {purchase} on {day}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_return_day (
    customer text,
    purchase text,
    day date,
    primary key (customer, purchase, day)
);
