-- title: Courses that do not count for a student
-- grain: one row per (faculty, student, course)
-- source: ours
-- reads as: the courses, passed or transferred, that do not count for {student} at the faculty {faculty}
-- why: those that course_counting leaves out; the transfers are needed even where they do not count, and outside
--      courses that count as nothing are not among them
select
    a.faculty,
    a.student,
    p.course
from asked_standing as a
inner join passed as p on p.student = a.student
where
    exists (select 1 from excluded_for as x where x.student = p.student and x.course = p.course)
    or (
        not exists (select 1 from pass_enough as e where e.student = p.student and e.course = p.course)
        and (
            not exists (select 1 from student_transfer as t where t.student = p.student and t.course = p.course)
            or exists (select 1 from transfers_void as v where v.faculty = a.faculty)
        )
    )
union
select
    a.faculty,
    a.student,
    e.course
from asked_standing as a
inner join transferred as t on t.student = a.student
inner join equivalent as e on e.outside_course = t.outside_course
where
    not exists (select 1 from passed as p where p.student = t.student and p.course = e.course)
    and (
        exists (select 1 from excluded_for as x where x.student = t.student and x.course = e.course)
        or exists (select 1 from transfers_void as v where v.faculty = a.faculty)
    )
