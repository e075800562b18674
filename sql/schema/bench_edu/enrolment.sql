-- title: Program of a student
-- grain: one row per (student)
-- source: ours
-- reads as: the program that {student} is enrolled in
create table enrolment (
    student text,
    program text,
    primary key (student)
);
