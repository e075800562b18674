-- title: Credits of a course
-- grain: one row per (course)
-- source: ours
-- reads as: the credits of {course}
create table course_credit (
    course text,
    credits integer,
    primary key (course)
);
