-- title: Students whose withdrawals are all on record
-- grain: one row per (student)
-- source: ours
-- reads as: whether the withdrawals of {student} are all on record
create table withdrawn_complete (
    student text,
    primary key (student)
);
