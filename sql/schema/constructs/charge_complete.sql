-- title: Persons whose charges are all on record
-- grain: one row per (person)
-- source: ours
-- reads as: whether the charges of {person} are all on record
create table charge_complete (
    person text,
    primary key (person)
);
