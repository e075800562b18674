-- title: The tier of a customer from a day on
-- grain: one row per (customer, valid_from)
-- source: ours, ShopOps
-- reads as: the tier of {customer} recorded from {valid_from} on
-- why: valid_from is valid time: a row reaches until the next row of the same customer; nothing closes it
create table tier (
    customer text,
    valid_from date,
    tier text,
    primary key (customer, valid_from)
);
