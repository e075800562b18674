-- title: Students and days that queries ask the program for
-- grain: one row per (student, day)
-- source: ours
-- reads as: the day {day} asked about {student}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_program_on (
    student text,
    day date,
    primary key (student, day)
);
