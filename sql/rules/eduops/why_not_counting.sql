-- title: Why a course does not count for a student
-- grain: one row per (faculty, student, course, reason)
-- source: ours
-- reads as: the reasons why {course} does not count for {student} at the faculty {faculty}
-- why: grade and withdrawal are no reason where a transfer stands, transfers none where a pass does; a course
--      that counts has no reason
select
    a.faculty,
    a.student,
    a.course,
    'grade below minimum' as reason
from asked_course as a
inner join passed as p on p.student = a.student and p.course = a.course
inner join current(program) as g on g.student = a.student
inner join minimum_grade as m on m.program = g.program
where
    p.grade_points < m.grade_points
    and (
        not exists (select 1 from student_transfer as t where t.student = a.student and t.course = a.course)
        or exists (select 1 from transfers_void as v where v.faculty = a.faculty)
    )
union
select
    a.faculty,
    a.student,
    a.course,
    'withdrawn' as reason
from asked_course as a
inner join withdrawn as w on w.student = a.student and w.course = a.course
where
    (
        not exists (select 1 from student_transfer as t where t.student = a.student and t.course = a.course)
        or exists (select 1 from transfers_void as v where v.faculty = a.faculty)
    )
union
select
    a.faculty,
    a.student,
    a.course,
    'excluded' as reason
from asked_course as a
inner join excluded_for as x on x.student = a.student and x.course = a.course
union
select
    a.faculty,
    a.student,
    a.course,
    'transfers do not count' as reason
from asked_course as a
inner join student_transfer as t on t.student = a.student and t.course = a.course
inner join transfers_void as v on v.faculty = a.faculty
where not exists (select 1 from pass_enough as e where e.student = a.student and e.course = a.course)
