-- title: Whether a course is needed for another one
-- grain: one row per (needed, course)
-- source: ours
-- reads as: whether {needed} is needed for {course}
-- why: the question names the needed course first
select
    a.needed,
    a.course
from all_prereq as a
