-- title: Students whose waivers are all on record
-- grain: one row per (student)
-- source: ours
-- reads as: whether the waivers of {student} are all on record
create table waived_complete (
    student text,
    primary key (student)
);
