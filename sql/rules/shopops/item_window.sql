-- title: The return window of an item, and the category that sets it
-- grain: one row per (shop, customer, purchase, product)
-- source: ours, ShopOps
-- key: shop, customer, purchase, product
-- reads as: the category that sets the return window at {shop} of {product} in {customer}'s {purchase}, and its days
-- why: two windows never apply together
select
    s.shop,
    s.customer,
    s.purchase,
    s.product,
    s.category,
    w.days
from item_search as s
inner join return_window as w on w.shop = s.shop and w.category = s.category
