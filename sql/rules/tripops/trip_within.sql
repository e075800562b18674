-- title: Places that a trip is within
-- grain: one row per (person, trip, place)
-- source: paper section 2.1, closure over a place hierarchy
-- reads as: whether {person}'s trip {trip} is within {place}
-- why: within its own destination, too; that it is not within a place is known where the places around the destination are closed at the top
with recursive trip_within(person, trip, place) as (
    select
        d.person,
        d.trip,
        d.city as place
    from dest as d
    union
    select
        t.person,
        t.trip,
        p.wider as place
    from trip_within as t
    inner join place_in as p on p.place = t.place
)
select person, trip, place from trip_within
