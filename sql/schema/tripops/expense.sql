-- title: Expenses of a trip
-- grain: one row per (person, trip, expense)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: the vendor, the amount, the currency and the day of expense {expense} of {person}'s trip {trip}
create table expense (
    person text,
    trip text,
    expense text,
    vendor text,
    amount decimal(12, 2),
    currency text,
    spent_on date,
    primary key (person, trip, expense)
);
