-- title: The tier of a customer on a day
-- grain: one row per (customer, day)
-- source: ours, ShopOps
-- reads as: the tier of {customer} on {day}
select
    a.customer,
    a.day,
    t.tier
from asked_tier_on as a
asof join tier as t on t.customer = a.customer and t.valid_from <= a.day
