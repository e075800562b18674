-- title: The categories on final sale that a product is of
-- grain: one row per (shop, product, category)
-- source: ours, ShopOps
-- reads as: the categories {shop} sells for good, among those of {product}
-- why: final sale covers everything under the category, at any depth
select
    a.shop,
    a.product,
    u.category
from asked_terms as a
inner join category_above as u on u.product = a.product
inner join final_sale as f on f.shop = a.shop and f.category = u.category
