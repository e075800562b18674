-- title: Grade of a student in a course
-- grain: one row per (student, course)
-- source: ours
-- reads as: the grade points of {student} in {course}
-- why: the newest recorded, neither the best nor that of the latest term; also where the course was withdrawn
--      from since
select
    p.student,
    p.course,
    p.grade_points
from passed as p
