-- title: Courses that give no credits in a program
-- grain: one row per (program, course)
-- source: ours
-- reads as: whether {course} gives no credits in the program {program}
create table excluded (
    program text,
    course text,
    primary key (program, course)
);
