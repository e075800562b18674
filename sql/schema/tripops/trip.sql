-- title: Trips of a person
-- grain: one row per (person, trip)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the trips of {person}
create table trip (
    person text,
    trip text,
    primary key (person, trip)
);
