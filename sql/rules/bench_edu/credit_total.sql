-- title: Credits of a student
-- grain: one row per (student)
-- source: ours
-- reads as: how many credits {student} has
select
    h.student,
    sum(c.credits) as total
from course_held as h
inner join course_credit as c on c.course = h.course
group by h.student
