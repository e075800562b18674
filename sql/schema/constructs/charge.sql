-- title: Charges written against a person
-- grain: one row per (person, charge)
-- source: ours
-- reads as: the reason and the amount of {person}'s charge {charge}
create table charge (
    person text,
    charge text,
    reason text,
    amount decimal(8, 2),
    primary key (person, charge)
);
