-- title: Programs whose excluded courses are all on record
-- grain: one row per (program)
-- source: ours
-- reads as: whether the courses that the program {program} excludes are all on record
create table excluded_complete (
    program text,
    primary key (program)
);
