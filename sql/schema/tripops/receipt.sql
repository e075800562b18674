-- title: Expenses with a receipt
-- grain: one row per (person, trip, expense)
-- source: paper section 2.1, domain TripOps; predicate ours
-- reads as: whether there is a receipt for expense {expense} of {person}'s trip {trip}
create table receipt (
    person text,
    trip text,
    expense text,
    primary key (person, trip, expense)
);
