-- title: Courses that queries ask the chain of prerequisites for
-- grain: one row per (course)
-- source: ours
-- reads as: the chain of prerequisites of {course}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_chain_length (
    course text,
    primary key (course)
);
