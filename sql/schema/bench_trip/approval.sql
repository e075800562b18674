-- title: Trips that are approved
-- grain: one row per (person, trip)
-- source: ours
-- reads as: whether the trip {trip} of {person} is approved
create table approval (
    person text,
    trip text,
    primary key (person, trip)
);
