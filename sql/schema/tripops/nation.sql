-- title: Places that are nations
-- grain: one row per (place)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: whether {place} is a nation
-- why: the list of nations has no completeness: a place that it lacks may still be one
create table nation (
    place text,
    primary key (place)
);
