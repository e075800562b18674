-- title: The nation a city lies in
-- grain: one row per (city)
-- source: paper section 2.1, cityIn(C, N)
-- reads as: the nation that {city} lies in
create table city_in (
    city text,
    nation text,
    primary key (city)
);
