-- title: Expenses of a trip
-- grain: one row per (trip, expense)
-- source: ours
-- reads as: the item, the amount and the day of the expense {expense} of the trip {trip}
create table expense (
    trip text,
    expense text,
    item text,
    amount decimal(12, 2),
    spent_on date,
    primary key (trip, expense)
);
