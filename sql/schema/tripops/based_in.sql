-- title: City that a person is based in
-- grain: one row per (person)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the city that {person} is based in
create table based_in (
    person text,
    city text,
    primary key (person)
);
