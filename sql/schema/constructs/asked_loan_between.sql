-- title: Persons and periods that queries ask loans for
-- grain: one row per (person, starts_on, ends_on)
-- source: ours
-- reads as: the period from {starts_on} to {ends_on} asked about {person}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_loan_between (
    person text,
    starts_on date,
    ends_on date,
    primary key (person, starts_on, ends_on)
);
