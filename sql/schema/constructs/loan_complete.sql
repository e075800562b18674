-- title: Persons whose loans are all on record
-- grain: one row per (person)
-- source: ours
-- reads as: whether the loans of {person} are all on record
create table loan_complete (
    person text,
    primary key (person)
);
