-- title: The return window of a product, and the category that sets it
-- grain: one row per (shop, product)
-- source: ours, ShopOps
-- key: shop, product
-- reads as: the category that sets the return window of {product} at {shop}, and its days
-- why: two windows never apply together
select
    s.shop,
    s.product,
    s.category,
    w.days
from window_search as s
inner join return_window as w on w.shop = s.shop and w.category = s.category
