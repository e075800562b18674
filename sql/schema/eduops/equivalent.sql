-- title: Course that an outside course counts as
-- grain: one row per (outside_course)
-- source: ours
-- reads as: the course that the outside course {outside_course} counts as
create table equivalent (
    outside_course text,
    course text,
    primary key (outside_course)
);
