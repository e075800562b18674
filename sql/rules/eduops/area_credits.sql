-- title: Credits of a student in an area
-- grain: one row per (faculty, student, area)
-- source: ours
-- reads as: the credits of {student} in {area} at the faculty {faculty}
-- why: of the courses that count, in the area or any one under it; a course that does not count needs no credits
--      on record
select
    a.faculty,
    a.student,
    a.area,
    sum(c.number) as credits
from area_course as a
inner join credits as c on c.course = a.course
group by a.faculty, a.student, a.area
