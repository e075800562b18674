-- title: Courses that a student has withdrawn from
-- grain: one row per (student, course)
-- source: ours
-- reads as: whether {student} has withdrawn from {course}
-- why: a withdrawn course counts as not passed until the withdrawal is cancelled
create table withdrawn (
    student text,
    course text,
    primary key (student, course)
);
