-- title: Courses that a student brings from elsewhere
-- grain: one row per (student, course)
-- source: ours
-- reads as: the courses that {student} brings from elsewhere
create table transfer (
    student text,
    course text,
    primary key (student, course)
);
