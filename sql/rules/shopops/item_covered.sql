-- title: The categories with a return window that an item is of
-- grain: one row per (shop, customer, purchase, product, category)
-- source: ours, ShopOps
-- scope: shop, customer, purchase, product
-- reads as: the categories that {shop} sets a return window for, among those of {product} in {customer}'s {purchase}
-- why: where there is none no window applies, inherited or not
select
    i.shop,
    i.customer,
    i.purchase,
    i.product,
    u.category
from purchase_item as i
inner join category_above as u on u.product = i.product
inner join return_window as w on w.shop = i.shop and w.category = u.category
