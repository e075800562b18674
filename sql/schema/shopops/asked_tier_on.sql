-- title: Customers and days that queries ask a tier for
-- grain: one row per (customer, day)
-- source: ours, ShopOps
-- reads as: the day {day} asked about {customer}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_tier_on (
    customer text,
    day date,
    primary key (customer, day)
);
