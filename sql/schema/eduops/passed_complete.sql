-- title: Students whose passed courses are all on record
-- grain: one row per (student)
-- source: ours
-- reads as: whether the courses that {student} passed are all on record
create table passed_complete (
    student text,
    primary key (student)
);
