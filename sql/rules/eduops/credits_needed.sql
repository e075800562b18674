-- title: Credits that a student still needs in an area
-- grain: one row per (faculty, student, area)
-- source: ours
-- reads as: the credits that {student} still needs in {area} at the faculty {faculty}
-- why: zero when met; an area without a requirement has no such number
select
    a.faculty,
    a.student,
    a.area,
    greatest(r.credits - coalesce(c.credits, 0), 0) as credits
from asked_area as a
inner join requirement as r on r.student = a.student and r.area = a.area
left join area_credits as c on c.faculty = a.faculty and c.student = a.student and c.area = a.area
