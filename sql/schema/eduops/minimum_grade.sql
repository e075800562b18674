-- title: Grade points from which a pass counts in a program
-- grain: one row per (program)
-- source: ours
-- reads as: the grade points from which a pass counts in the program {program}
create table minimum_grade (
    program text,
    grade_points decimal(4, 2),
    primary key (program)
);
