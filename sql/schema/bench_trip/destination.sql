-- title: Where a trip goes
-- grain: one row per (trip)
-- source: ours
-- reads as: the city that the trip {trip} goes to
create table destination (
    trip text,
    city text,
    primary key (trip)
);
