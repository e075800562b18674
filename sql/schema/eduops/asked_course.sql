-- title: Students and courses that queries ask about
-- grain: one row per (faculty, student, course)
-- source: ours
-- reads as: the standing of {student} at the faculty {faculty} in {course}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_course (
    faculty text,
    student text,
    course text,
    primary key (faculty, student, course)
);
