-- title: Courses whose direct prerequisites are all on record
-- grain: one row per (course)
-- source: ours
-- reads as: whether the direct prerequisites of {course} are all on record
create table prereq_complete (
    course text,
    primary key (course)
);
