-- title: Persons whose trips are all on record
-- grain: one row per (person)
-- source: ours
-- reads as: whether the trips of {person} are all on record
create table trip_complete (
    person text,
    primary key (person)
);
