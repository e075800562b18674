-- title: The one area in which a student has most credits
-- grain: one row per (faculty, student)
-- source: ours
-- key: faculty, student
-- reads as: the one area in which {student} has most credits at the faculty {faculty}
-- why: where areas tie there is none
select
    m.faculty,
    m.student,
    m.area
from most_credits as m
left join most_credits_count as n on n.faculty = m.faculty and n.student = m.student
where coalesce(n.areas, 0) = 1
