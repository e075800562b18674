-- title: Direct manager of a person
-- grain: one row per (person)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the manager that {person} reports to
create table reports_to (
    person text,
    manager text,
    primary key (person)
);
