-- title: The categories on final sale that an item is of
-- grain: one row per (shop, customer, purchase, product, category)
-- source: ours, ShopOps
-- scope: shop, customer, purchase, product
-- reads as: the categories {shop} sells for good, among those of {product} in {customer}'s {purchase}
-- why: final sale covers everything under the category, at any depth
select
    i.shop,
    i.customer,
    i.purchase,
    i.product,
    u.category
from purchase_item as i
inner join category_above as u on u.product = i.product
inner join final_sale as f on f.shop = i.shop and f.category = u.category
