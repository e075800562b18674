-- title: Persons whose returns are all on record
-- grain: one row per (person)
-- source: ours
-- reads as: whether the returns of {person} are all on record
create table loan_return_complete (
    person text,
    primary key (person)
);
