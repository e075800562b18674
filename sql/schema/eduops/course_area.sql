-- title: Area that a course is filed under
-- grain: one row per (course)
-- source: ours
-- reads as: the area that {course} is filed under
create table course_area (
    course text,
    area text,
    primary key (course)
);
