-- title: Persons and nations that queries ask trips for
-- grain: one row per (person, nation)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the nation {nation} asked about the trips of {person}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_trip_to (
    person text,
    nation text,
    primary key (person, nation)
);
