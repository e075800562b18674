-- title: Program of a student on a day
-- grain: one row per (student, day)
-- source: ours
-- reads as: the program of {student} on {day}
select
    a.student,
    a.day,
    p.program
from asked_program_on as a
asof join program as p on p.student = a.student and p.valid_from <= a.day
