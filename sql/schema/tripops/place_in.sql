-- title: The wider place that a place lies in
-- grain: one row per (place)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the place that {place} lies in
create table place_in (
    place text,
    wider text,
    primary key (place)
);
