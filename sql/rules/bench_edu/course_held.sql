-- title: Courses that a student has
-- grain: one row per (student, course)
-- source: ours
-- reads as: the courses that {student} has completed here or elsewhere
select
    c.student,
    c.course
from completion as c
union
select
    t.student,
    t.course
from transfer as t
