-- title: Trips of a person
-- grain: one row per (person, trip)
-- source: ours
-- reads as: the trips of {person}
create table trip (
    person text,
    trip text,
    primary key (person, trip)
);
