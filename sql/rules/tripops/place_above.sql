-- title: The wider places around a place
-- grain: one row per (place, wider)
-- source: paper section 2.1, closure over a place hierarchy
-- reads as: the wider places that {place} lies in
with recursive place_above(place, wider) as (
    select
        p.place,
        p.wider
    from place_in as p
    union
    select
        a.place,
        p.wider
    from place_above as a
    inner join place_in as p on p.place = a.wider
)
select place, wider from place_above
