-- title: Branches and days that queries ask a late fee for
-- grain: one row per (branch, day)
-- source: ours
-- reads as: the day {day} asked about the late fee of {branch}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_late_fee_on (
    branch text,
    day date,
    primary key (branch, day)
);
