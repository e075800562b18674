-- title: Number of areas in which a student has most credits
-- grain: one row per (faculty, student)
-- source: ours
-- reads as: how many areas share the most credits of {student} at the faculty {faculty}
select
    m.faculty,
    m.student,
    count(*) as areas
from most_credits as m
group by m.faculty, m.student
