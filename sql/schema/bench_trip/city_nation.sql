-- title: Nation of a city
-- grain: one row per (city)
-- source: ours
-- reads as: the nation of the city {city}
create table city_nation (
    city text,
    nation text,
    primary key (city)
);
