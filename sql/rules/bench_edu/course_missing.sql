-- title: Courses that a student lacks for the goal
-- grain: one row per (student, needed)
-- source: ours
-- reads as: the courses that {student} lacks for the goal
select
    g.student,
    n.needed
from goal as g
inner join course_needed as n on n.course = g.course
where not exists (select 1 from course_held as h where h.student = g.student and h.course = n.needed)
