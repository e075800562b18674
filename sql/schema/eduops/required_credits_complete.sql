-- title: Programs and years whose credit requirements are all on record
-- grain: one row per (program, year)
-- source: ours
-- reads as: whether the credit requirements of the program {program} in the catalogue of {year} are all on record
create table required_credits_complete (
    program text,
    year integer,
    primary key (program, year)
);
