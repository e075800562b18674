-- title: Passes that stand
-- grain: one row per (student, course)
-- source: ours
-- reads as: the grade points of {student}'s pass in {course}, which was not withdrawn
-- why: whatever the grade; a withdrawn course counts as not passed
select
    p.student,
    p.course,
    p.grade_points
from passed as p
where not exists (select 1 from withdrawn as w where w.student = p.student and w.course = p.course)
