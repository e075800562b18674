-- title: Outside courses that have been assessed
-- grain: one row per (outside_course)
-- source: ours
-- reads as: whether the outside course {outside_course} has been assessed
-- why: one without a row then counts as no course of ours
create table equivalent_complete (
    outside_course text,
    primary key (outside_course)
);
