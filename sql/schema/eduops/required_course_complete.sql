-- title: Programs whose required courses are all on record
-- grain: one row per (program)
-- source: ours
-- reads as: whether the courses that the program {program} requires are all on record
create table required_course_complete (
    program text,
    primary key (program)
);
