-- title: Kind of an expense
-- grain: one row per (person, trip, expense)
-- source: ours
-- reads as: the kind of expense {expense} of {person}'s trip {trip}
select
    e.person,
    e.trip,
    e.expense,
    v.kind
from expense as e
inner join vendor_kind as v on v.vendor = e.vendor
