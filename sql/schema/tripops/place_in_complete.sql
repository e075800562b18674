-- title: Places known to lie in no wider place
-- grain: one row per (place)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: whether the places around {place} are all on record
create table place_in_complete (
    place text,
    primary key (place)
);
