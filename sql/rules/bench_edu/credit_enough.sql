-- title: Students with the credits of their program
-- grain: one row per (student)
-- source: ours
-- reads as: whether {student} has the credits that the program asks for
select
    e.student
from enrolment as e
inner join program_minimum as m on m.program = e.program
left join credit_total as t on t.student = e.student
where coalesce(t.total, 0) >= m.credits
