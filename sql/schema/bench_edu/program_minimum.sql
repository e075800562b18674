-- title: Credits that a program asks for
-- grain: one row per (program)
-- source: ours
-- reads as: the credits that the program {program} asks for
create table program_minimum (
    program text,
    credits integer,
    primary key (program)
);
