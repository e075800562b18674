-- title: Students whose transfers are all on record
-- grain: one row per (student)
-- source: ours
-- reads as: whether the outside courses of {student} are all on record
create table transferred_complete (
    student text,
    primary key (student)
);
