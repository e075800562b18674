-- title: The category of a product at a level
-- grain: one row per (product, level)
-- source: ours, ShopOps
-- key: product, level
-- reads as: the category of {product} at level {level}, counted from the top
-- why: a chain has one category a level; below the product's own category there is none, and that is known
select
    a.product,
    a.level,
    v.category
from asked_category_at as a
inner join category_level as v on v.product = a.product
where v.level = a.level
