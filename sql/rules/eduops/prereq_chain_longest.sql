-- title: Steps of the longest chain of prerequisites, where there is one
-- grain: one row per (course)
-- source: ours
-- reads as: how many steps the longest chain of prerequisites of {course} has, if it has any
select
    c.course,
    max(c.steps) as steps
from prereq_chain as c
group by c.course
