-- title: City a person is based in
-- grain: one row per (person)
-- source: ours
-- reads as: the city that {person} is based in
create table residence (
    person text,
    city text,
    primary key (person)
);
