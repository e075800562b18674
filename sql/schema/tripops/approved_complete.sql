-- title: Persons whose approvals are all on record
-- grain: one row per (person)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: whether the approvals of {person}'s trips are all on record
create table approved_complete (
    person text,
    primary key (person)
);
