-- title: What is refunded at most for a category, from a day on
-- grain: one row per (category, valid_from)
-- source: ours
-- reads as: the cap for {category} declared from {valid_from} on
-- why: valid_from is valid time: a row reaches until the next one of its category
create table cap (
    category text,
    valid_from date,
    amount decimal(12, 2),
    primary key (category, valid_from)
);
