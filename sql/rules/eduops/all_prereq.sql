-- title: Courses needed before a course
-- grain: one row per (course, needed)
-- source: ours
-- reads as: the courses needed before {course}, directly or through others
with recursive all_prereq(course, needed) as (
    select
        p.course,
        p.needed
    from prereq as p
    union
    select
        a.course,
        p.needed
    from all_prereq as a
    inner join prereq as p on p.course = a.needed
)
select course, needed from all_prereq
