-- title: Required courses that a student has not met
-- grain: one row per (faculty, student, course)
-- source: ours
-- reads as: the required courses that {student} has not met at the faculty {faculty}
-- why: met like a prerequisite: passed at the minimum grade, waived, or transferred where transfers count
select
    a.faculty,
    a.student,
    r.course
from asked_standing as a
inner join current(program) as p on p.student = a.student
inner join required_course as r on r.program = p.program
where
    not exists (select 1 from pass_enough as e where e.student = a.student and e.course = r.course)
    and not exists (select 1 from waived as w where w.student = a.student and w.course = r.course)
    and (
        not exists (select 1 from student_transfer as t where t.student = a.student and t.course = r.course)
        or exists (select 1 from transfers_void as v where v.faculty = a.faculty)
    )
