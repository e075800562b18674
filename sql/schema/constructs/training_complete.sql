-- title: Persons whose training is all on record
-- grain: one row per (person)
-- source: ours
-- reads as: whether the training of {person} is all on record
create table training_complete (
    person text,
    primary key (person)
);
