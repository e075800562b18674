-- title: Budget of a person
-- grain: one row per (person)
-- source: ours
-- reads as: the budget of {person}
create table budget (
    person text,
    amount decimal(12, 2),
    primary key (person)
);
