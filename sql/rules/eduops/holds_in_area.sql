-- title: Courses that a student holds in an area
-- grain: one row per (faculty, student, area, course)
-- source: ours
-- reads as: the courses that {student} holds in {area} at the faculty {faculty}
-- why: passed whatever the grade and not withdrawn, or transferred where transfers count; a course with a pass on
--      record is settled by the first branch, transferred or not; the second has those that were only transferred
select
    a.faculty,
    a.student,
    a.area,
    p.course
from asked_area as a
inner join passed as p on p.student = a.student
where
    (
        not exists (select 1 from withdrawn as w where w.student = p.student and w.course = p.course)
        or (
            exists (select 1 from student_transfer as t where t.student = p.student and t.course = p.course)
            and exists (select 1 from transfers_open as o where o.faculty = a.faculty)
        )
    )
    and exists (select 1 from course_within as i where i.course = p.course and i.area = a.area)
union
select
    a.faculty,
    a.student,
    a.area,
    e.course
from asked_area as a
inner join transfers_count as c on c.faculty = a.faculty
inner join transferred as t on t.student = a.student
inner join equivalent as e on e.outside_course = t.outside_course
where
    c.counts = 'yes'
    and not exists (select 1 from passed as p where p.student = t.student and p.course = e.course)
    and exists (select 1 from course_within as i where i.course = e.course and i.area = a.area)
