-- title: Passes at the minimum grade
-- grain: one row per (student, course)
-- source: ours
-- reads as: whether {student} has passed {course} at the minimum grade of the program
-- why: without a pass on record it is false, whatever the program
select
    p.student,
    p.course
from passed as p
inner join current(program) as g on g.student = p.student
inner join minimum_grade as m on m.program = g.program
where
    p.grade_points >= m.grade_points
    and not exists (select 1 from withdrawn as w where w.student = p.student and w.course = p.course)
