-- title: First and last day of a trip
-- grain: one row per (person, trip)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the first and the last day of {person}'s trip {trip}
create table trip_dates (
    person text,
    trip text,
    starts_on date,
    ends_on date,
    primary key (person, trip)
);
