-- title: Persons whose trips are all on record
-- grain: one row per (person)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: whether the trips of {person} are all on record
create table trip_complete (
    person text,
    primary key (person)
);
