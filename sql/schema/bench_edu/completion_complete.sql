-- title: Students whose completions are all on record
-- grain: one row per (student)
-- source: ours
-- reads as: whether the completions of {student} are all on record
create table completion_complete (
    student text,
    primary key (student)
);
