-- title: The most credits of a student in one area
-- grain: one row per (faculty, student)
-- source: ours
-- reads as: the most credits of {student} in one area that courses are filed under, at the faculty {faculty}
select
    f.faculty,
    f.student,
    max(f.credits) as credits
from credits_filed as f
group by f.faculty, f.student
