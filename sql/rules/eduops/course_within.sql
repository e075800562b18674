-- title: Areas that a course lies in
-- grain: one row per (course, area)
-- source: ours
-- reads as: the areas that {course} lies in, at any depth
-- why: the area it is filed under, and every one above; that it lies in no other needs the chain up to the top
with recursive course_within(course, area) as (
    select
        c.course,
        c.area
    from course_area as c
    union
    select
        w.course,
        a.parent_area
    from course_within as w
    inner join area_in as a on a.area = w.area
)
select course, area from course_within
