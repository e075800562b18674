-- title: Kinds and days that queries ask a day rate for
-- grain: one row per (kind, day)
-- source: ours
-- reads as: the day {day} asked about the rate of {kind}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_day_rate_on (
    kind text,
    day date,
    primary key (kind, day)
);
