-- title: Students whose transfers are all on record
-- grain: one row per (student)
-- source: ours
-- reads as: whether the transfers of {student} are all on record
create table transfer_complete (
    student text,
    primary key (student)
);
