-- title: The categories with a return window that a product is of
-- grain: one row per (shop, product, category)
-- source: ours, ShopOps
-- reads as: the categories that {shop} sets a return window for, among those of {product}
-- why: where there is none no window applies, inherited or not
select
    a.shop,
    a.product,
    u.category
from asked_terms as a
inner join category_above as u on u.product = a.product
inner join return_window as w on w.shop = a.shop and w.category = u.category
