-- title: Credits that are required of a student in an area
-- grain: one row per (student, area)
-- source: ours
-- reads as: the credits required of {student} in {area}
-- why: exactly the program on the cutoff's day, the area and the student's catalogue year: no earlier year and no
--      higher area stands in
select
    p.student,
    r.area,
    r.number as credits
from current(program) as p
inner join catalogue_year as y on y.student = p.student
inner join required_credits as r on r.program = p.program and r.year = y.year
