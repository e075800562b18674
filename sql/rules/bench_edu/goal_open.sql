-- title: Students who may take the course they want
-- grain: one row per (student)
-- source: ours
-- reads as: whether {student} may take the course they want
select
    g.student
from goal as g
where not exists (select 1 from course_missing as m where m.student = g.student)
