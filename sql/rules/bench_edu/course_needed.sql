-- title: Courses needed before a course
-- grain: one row per (course, needed)
-- source: ours
-- reads as: the courses that {course} asks for, directly or through others
with recursive course_needed(course, needed) as (
    select
        p.course,
        p.needed
    from prerequisite as p
    union
    select
        n.course,
        p.needed
    from course_needed as n
    inner join prerequisite as p on p.course = n.needed
)
select course, needed from course_needed
