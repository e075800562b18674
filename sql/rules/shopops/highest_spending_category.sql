-- title: The category a customer spent most on in a month
-- grain: one row per (shop, customer, month)
-- source: ours, ShopOps
-- key: shop, customer, month
-- reads as: the one category that {customer} spent most on at {shop} in the month from {month}
-- why: where several share the place there is no such one
select
    h.shop,
    h.customer,
    h.month,
    h.category
from highest_spending as h
left join highest_spending_count as c on c.shop = h.shop and c.customer = h.customer and c.month = h.month
where coalesce(c.categories, 0) = 1
