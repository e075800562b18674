-- title: Courses that give a student no credits
-- grain: one row per (student, course)
-- source: ours
-- reads as: whether {course} gives {student} no credits in the program
-- why: excluded by the program on the cutoff's day; prerequisites and required courses do not ask for it
select
    p.student,
    x.course
from current(program) as p
inner join excluded as x on x.program = p.program
