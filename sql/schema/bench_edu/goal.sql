-- title: Course that a student wants to take
-- grain: one row per (student)
-- source: ours
-- reads as: the course that {student} wants to take
create table goal (
    student text,
    course text,
    primary key (student)
);
