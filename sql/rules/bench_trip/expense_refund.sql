-- title: What is refunded of an expense
-- grain: one row per (trip, expense)
-- source: ours
-- reads as: what is refunded of the expense {expense} of the trip {trip}
-- why: the cap of the category that was in force on the day of the expense
select
    e.trip,
    e.expense,
    least(e.amount, c.amount) as amount
from expense as e
inner join item_category as i on i.item = e.item
asof join cap as c on c.category = i.category and c.valid_from <= e.spent_on
