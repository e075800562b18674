-- title: Credits of a course
-- grain: one row per (course)
-- source: ours
-- reads as: the number of credits of {course}
create table credits (
    course text,
    number integer,
    primary key (course)
);
