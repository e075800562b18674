-- title: Trips that queries ask about as a whole
-- grain: one row per (person, trip)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: {person}'s trip {trip}, asked about as a whole
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_all_reimbursable (
    person text,
    trip text,
    primary key (person, trip)
);
