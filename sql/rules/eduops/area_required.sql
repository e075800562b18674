-- title: Areas in which a student needs credits
-- grain: one row per (faculty, student, area)
-- source: ours
-- reads as: the credits required of {student} in {area}, at the faculty {faculty}
select
    a.faculty,
    a.student,
    r.area,
    r.credits
from asked_standing as a
inner join requirement as r on r.student = a.student
