-- title: Courses that a course asks for
-- grain: one row per (course, needed)
-- source: ours
-- reads as: the courses that {course} asks for directly
create table prerequisite (
    course text,
    needed text,
    primary key (course, needed)
);
