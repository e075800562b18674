-- title: Trips and kinds that queries ask expenses for
-- grain: one row per (person, trip, kind)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the kind {kind} asked about {person}'s trip {trip}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_expense_of_kind (
    person text,
    trip text,
    kind text,
    primary key (person, trip, kind)
);
