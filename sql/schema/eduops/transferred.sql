-- title: Outside courses that a student brings along
-- grain: one row per (student, outside_course)
-- source: ours
-- reads as: whether {student} brings along the outside course {outside_course}
create table transferred (
    student text,
    outside_course text,
    primary key (student, outside_course)
);
