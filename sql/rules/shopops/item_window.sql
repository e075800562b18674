-- title: The return window of an item, and the category that sets it
-- grain: one row per (shop, customer, purchase, product, day)
-- source: ours, ShopOps
-- key: shop, customer, purchase, product, day
-- reads as: the return window in days at {shop} of {product} in {customer}'s {purchase} on {day}, and its category
-- why: two windows never apply together
select
    s.shop,
    s.customer,
    s.purchase,
    s.product,
    s.day,
    s.category,
    w.days
from window_search as s
inner join return_window as w on w.shop = s.shop and w.category = s.category
