-- title: Program of a student from a day on
-- grain: one row per (student, valid_from)
-- source: ours
-- reads as: the program of {student} from {valid_from} on
-- why: valid_from is valid time: a row reaches until the next row of the student, whenever either was observed
create table program (
    student text,
    valid_from date,
    program text,
    primary key (student, valid_from)
);
