-- title: City that a trip goes to
-- grain: one row per (person, trip)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the city that {person}'s trip {trip} goes to
create table dest (
    person text,
    trip text,
    city text,
    primary key (person, trip)
);
