-- title: Courses that a student passed, with the newest grade
-- grain: one row per (student, course)
-- source: ours
-- reads as: the grade points of {student} in {course} and the term
-- why: a retake that is recorded replaces the grade, better or not; grade points under the program's minimum are
--      on record all the same
create table passed (
    student text,
    course text,
    grade_points decimal(4, 2),
    term text,
    primary key (student, course)
);
