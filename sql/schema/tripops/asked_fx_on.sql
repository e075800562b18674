-- title: Currencies and days that queries ask a rate for
-- grain: one row per (currency, day)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the day {day} asked about the rate of the {currency}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_fx_on (
    currency text,
    day date,
    primary key (currency, day)
);
