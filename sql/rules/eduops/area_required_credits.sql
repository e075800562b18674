-- title: Credits of a student in a required area
-- grain: one row per (faculty, student, area)
-- source: ours
-- reads as: the credits of {student} in the required area {area} at the faculty {faculty}
select
    a.faculty,
    a.student,
    a.area,
    sum(c.number) as credits
from area_required_course as a
inner join credits as c on c.course = a.course
group by a.faculty, a.student, a.area
