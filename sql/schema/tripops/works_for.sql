-- title: Company that a person works for
-- grain: one row per (person)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the company that {person} works for
create table works_for (
    person text,
    company text,
    primary key (person)
);
