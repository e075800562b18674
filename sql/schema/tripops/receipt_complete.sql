-- title: Trips whose receipts are all on record
-- grain: one row per (person, trip)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: whether the receipts of {person}'s trip {trip} are all on record
create table receipt_complete (
    person text,
    trip text,
    primary key (person, trip)
);
