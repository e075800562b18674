-- title: Credits of a student by the area that courses are filed under
-- grain: one row per (faculty, student, area)
-- source: ours
-- reads as: the credits of {student} in courses filed directly under {area}, at the faculty {faculty}
-- why: with the tree of areas the top would always have most
select
    k.faculty,
    k.student,
    a.area,
    sum(c.number) as credits
from course_counting as k
inner join course_area as a on a.course = k.course
inner join credits as c on c.course = k.course
group by k.faculty, k.student, a.area
