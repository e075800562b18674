-- title: Who approved a trip
-- grain: one row per (person, trip)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: who approved {person}'s trip {trip}
-- why: a newer approval takes the place of an older one, whoever gave it
create table approved (
    person text,
    trip text,
    approver text,
    primary key (person, trip)
);
