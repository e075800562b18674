-- title: The categories on final sale that an item is of
-- grain: one row per (shop, customer, purchase, product, day, category)
-- source: ours, ShopOps
-- scope: shop, customer, purchase, product, day
-- reads as: the categories {shop} sells for good, among those of {product} in {customer}'s {purchase} on {day}
-- why: final sale covers everything under the category, at any depth
select
    r.shop,
    r.customer,
    r.purchase,
    r.product,
    r.day,
    u.category
from return_line as r
inner join category_above as u on u.product = r.product
inner join final_sale as f on f.shop = r.shop and f.category = u.category
