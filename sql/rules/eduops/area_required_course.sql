-- title: Courses that count for a student in a required area
-- grain: one row per (faculty, student, area, course)
-- source: ours
-- scope: faculty, student, area
-- reads as: the courses in the required area {area} that count for {student} at the faculty {faculty}
-- why: as area_course, for the areas that the requirements name instead of one that is asked: one area that falls
--      short is enough to say no, whatever is open in the others, so each is closed alone
select
    a.faculty,
    a.student,
    a.area,
    p.course
from area_required as a
inner join passed as p on p.student = a.student
where
    (
        exists (select 1 from pass_enough as e where e.student = p.student and e.course = p.course)
        or (
            exists (select 1 from student_transfer as t where t.student = p.student and t.course = p.course)
            and exists (select 1 from transfers_open as o where o.faculty = a.faculty)
        )
    )
    and not exists (select 1 from excluded_for as x where x.student = p.student and x.course = p.course)
    and exists (select 1 from course_within as i where i.course = p.course and i.area = a.area)
union
select
    a.faculty,
    a.student,
    a.area,
    e.course
from area_required as a
inner join transfers_count as c on c.faculty = a.faculty
inner join transferred as t on t.student = a.student
inner join equivalent as e on e.outside_course = t.outside_course
where
    c.counts = 'yes'
    and not exists (select 1 from passed as p where p.student = t.student and p.course = e.course)
    and not exists (select 1 from excluded_for as x where x.student = t.student and x.course = e.course)
    and exists (select 1 from course_within as i where i.course = e.course and i.area = a.area)
