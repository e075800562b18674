-- title: Required areas in which a student falls short
-- grain: one row per (faculty, student, area)
-- source: ours
-- reads as: the required areas in which {student} falls short at the faculty {faculty}
select
    r.faculty,
    r.student,
    r.area
from area_required as r
left join area_required_credits as c on c.faculty = r.faculty and c.student = r.student and c.area = r.area
where coalesce(c.credits, 0) < r.credits
