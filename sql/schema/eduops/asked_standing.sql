-- title: Students whose standing at a faculty queries ask for
-- grain: one row per (faculty, student)
-- source: ours
-- reads as: the standing of {student} at the faculty {faculty}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_standing (
    faculty text,
    student text,
    primary key (faculty, student)
);
