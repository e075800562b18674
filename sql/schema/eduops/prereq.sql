-- title: Courses that a course asks for directly
-- grain: one row per (course, needed)
-- source: ours
-- reads as: the courses that {course} asks for directly
create table prereq (
    course text,
    needed text,
    primary key (course, needed)
);
