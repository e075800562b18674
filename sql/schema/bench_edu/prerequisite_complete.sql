-- title: Courses whose prerequisites are all on record
-- grain: one row per (course)
-- source: ours
-- reads as: whether the prerequisites of {course} are all on record
create table prerequisite_complete (
    course text,
    primary key (course)
);
