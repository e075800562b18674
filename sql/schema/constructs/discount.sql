-- title: Discount of a person on day rates
-- grain: one row per (person)
-- source: ours
-- reads as: {person}'s discount on day rates in percent
create table discount (
    person text,
    percent decimal(5, 2),
    primary key (person)
);
