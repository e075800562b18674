-- title: Whether a student may enrol in a course
-- grain: one row per (faculty, student, course)
-- source: ours
-- reads as: whether {student} may enrol in {course} at the faculty {faculty}
-- why: every direct prerequisite is met; not whether the course was taken before
select
    a.faculty,
    a.student,
    a.course
from asked_course as a
where not exists (
    select 1
    from missing_prereq as m
    where m.faculty = a.faculty and m.student = a.student and m.course = a.course
)
