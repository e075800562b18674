-- title: Courses that a student was let off
-- grain: one row per (student, course)
-- source: ours
-- reads as: whether {course} was waived for {student}
create table waived (
    student text,
    course text,
    primary key (student, course)
);
