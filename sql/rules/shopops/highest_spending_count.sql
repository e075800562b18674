-- title: Number of categories a customer spent most on in a month
-- grain: one row per (shop, customer, month)
-- source: ours, ShopOps
-- reads as: how many categories share the highest spending of {customer} at {shop} in the month from {month}
select
    h.shop,
    h.customer,
    h.month,
    count(*) as categories
from highest_spending as h
group by h.shop, h.customer, h.month
