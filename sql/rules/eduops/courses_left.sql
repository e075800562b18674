-- title: Number of required courses that a student has not met
-- grain: one row per (faculty, student)
-- source: ours
-- reads as: how many required courses {student} has left at the faculty {faculty}
select
    u.faculty,
    u.student,
    count(*) as courses
from unmet as u
group by u.faculty, u.student
