-- title: Courses on the way down from a course, with the steps to them
-- grain: one row per (course, needed, steps)
-- source: ours
-- reads as: the courses that the chains of prerequisites of {course} come to, step by step
-- why: no curriculum asks for 24 terms in a row; the bound keeps a cycle finite, and gold refuses one by name
with recursive prereq_chain(course, needed, steps) as (
    select
        p.course,
        p.needed,
        1 as steps
    from prereq as p
    union
    select
        c.course,
        p.needed,
        c.steps + 1
    from prereq_chain as c
    inner join prereq as p on p.course = c.needed
    where c.steps < 24
)
select course, needed, steps from prereq_chain
