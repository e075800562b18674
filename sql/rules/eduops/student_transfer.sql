-- title: Courses that the outside courses of a student count as
-- grain: one row per (student, course)
-- source: ours
-- reads as: whether {student} brings along an outside course that counts as {course}
-- why: two outside courses may count as one; whether the faculty counts transfers is not asked here
select distinct
    t.student,
    e.course
from transferred as t
inner join equivalent as e on e.outside_course = t.outside_course
