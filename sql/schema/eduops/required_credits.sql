-- title: Credits that a program asks for in an area, by catalogue year
-- grain: one row per (program, area, year)
-- source: ours
-- reads as: the number of credits that the program {program} asks for in {area} in the catalogue of {year}
create table required_credits (
    program text,
    area text,
    year integer,
    number integer,
    primary key (program, area, year)
);
