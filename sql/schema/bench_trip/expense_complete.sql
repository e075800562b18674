-- title: Trips whose expenses are all on record
-- grain: one row per (trip)
-- source: ours
-- reads as: whether the expenses of the trip {trip} are all on record
create table expense_complete (
    trip text,
    primary key (trip)
);
