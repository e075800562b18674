-- title: Direct prerequisites that a student lacks for a course
-- grain: one row per (faculty, student, course, needed)
-- source: ours
-- reads as: the direct prerequisites that {student} lacks for {course} at the faculty {faculty}
-- why: met by a pass at the minimum grade, a waiver, or a transfer where transfers count; no minimum grade
--      applies to transfers
select
    a.faculty,
    a.student,
    a.course,
    p.needed
from asked_course as a
inner join prereq as p on p.course = a.course
where
    not exists (select 1 from pass_enough as e where e.student = a.student and e.course = p.needed)
    and not exists (select 1 from waived as w where w.student = a.student and w.course = p.needed)
    and (
        not exists (select 1 from student_transfer as t where t.student = a.student and t.course = p.needed)
        or exists (select 1 from transfers_void as v where v.faculty = a.faculty)
    )
