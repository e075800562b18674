-- title: Length of the longest chain of prerequisites of a course
-- grain: one row per (course)
-- source: ours
-- reads as: how many steps the longest chain of prerequisites of {course} has
-- why: counted in steps; a course that asks for nothing has a chain of 0
select
    a.course,
    coalesce(l.steps, 0) as steps
from asked_chain_length as a
left join prereq_chain_longest as l on l.course = a.course
