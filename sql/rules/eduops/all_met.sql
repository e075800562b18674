-- title: Whether a student has met all requirements
-- grain: one row per (faculty, student)
-- source: ours
-- reads as: whether {student} has met all requirements at the faculty {faculty}
-- why: every required course, and the credits of every area; one that is lacking is enough to say no
select
    a.faculty,
    a.student
from asked_standing as a
where
    not exists (select 1 from unmet as u where u.faculty = a.faculty and u.student = a.student)
    and not exists (select 1 from area_short as s where s.faculty = a.faculty and s.student = a.student)
