-- title: The tier of the customer on the day of a purchase
-- grain: one row per (customer, purchase)
-- source: ours, ShopOps
-- reads as: the tier of {customer} on the day of {purchase}
select
    p.customer,
    p.purchase,
    t.tier
from purchase as p
asof join tier as t on t.customer = p.customer and t.valid_from <= p.placed_on
