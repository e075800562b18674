-- title: Persons and periods that queries ask trips for
-- grain: one row per (person, first_day, last_day)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the period from {first_day} to {last_day} asked about {person}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_began_in (
    person text,
    first_day date,
    last_day date,
    primary key (person, first_day, last_day)
);
