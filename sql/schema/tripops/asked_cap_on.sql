-- title: Kinds and days that queries ask a cap for
-- grain: one row per (company, kind, day)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the day {day} asked about the cap of {company} for {kind}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_cap_on (
    company text,
    kind text,
    day date,
    primary key (company, kind, day)
);
