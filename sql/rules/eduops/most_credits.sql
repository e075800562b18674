-- title: Areas in which a student has most credits
-- grain: one row per (faculty, student, area)
-- source: ours
-- reads as: the areas in which {student} has most credits at the faculty {faculty}
-- why: ties give all; an area with no credits holds no such place
select
    f.faculty,
    f.student,
    f.area
from credits_filed as f
inner join credits_filed_most as m on m.faculty = f.faculty and m.student = f.student
where f.credits = m.credits and f.credits > 0
