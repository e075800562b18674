-- title: The city a trip goes to
-- grain: one row per (person, trip)
-- source: paper section 2.1, dest(T, C)
-- reads as: the destination of {person}'s trip {trip}
-- why: the paper keys a destination by the trip alone; here the key also names the traveller, so that a trip is always read together with its person
create table dest (
    person text,
    trip text,
    city text,
    primary key (person, trip)
);
