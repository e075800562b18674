-- title: Expenses that queries ask reasons for
-- grain: one row per (person, trip, expense)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: expense {expense} of {person}'s trip {trip}, asked about
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_why_not (
    person text,
    trip text,
    expense text,
    primary key (person, trip, expense)
);
