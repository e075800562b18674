-- title: Persons and kinds that queries ask spending for
-- grain: one row per (person, kind)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the kind {kind} asked about the spending of {person}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_spending_on_kind (
    person text,
    kind text,
    primary key (person, kind)
);
