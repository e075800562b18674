-- title: Courses that a program requires
-- grain: one row per (program, course)
-- source: ours
-- reads as: whether the program {program} requires {course}
create table required_course (
    program text,
    course text,
    primary key (program, course)
);
