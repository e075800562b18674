-- title: Students and areas that queries ask about
-- grain: one row per (faculty, student, area)
-- source: ours
-- reads as: the standing of {student} at the faculty {faculty} in {area}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_area (
    faculty text,
    student text,
    area text,
    primary key (faculty, student, area)
);
