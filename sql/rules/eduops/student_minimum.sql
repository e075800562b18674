-- title: Grade points from which a student's pass counts
-- grain: one row per (student)
-- source: ours
-- reads as: the grade points from which a pass of {student} counts
-- why: the minimum of the program on the cutoff's day
select
    p.student,
    m.grade_points
from current(program) as p
inner join minimum_grade as m on m.program = p.program
