-- title: Courses that a student has completed
-- grain: one row per (student, course)
-- source: ours
-- reads as: the courses that {student} has completed
create table completion (
    student text,
    course text,
    primary key (student, course)
);
