-- title: The level of a category that a product is of
-- grain: one row per (product, category)
-- source: ours, ShopOps
-- reads as: the level of {category}, which {product} is of, counted from the top
-- why: the top is level 1
select
    u.product,
    u.category,
    cast(coalesce(n.ancestors, 0) + 1 as integer) as level
from category_above as u
left join ancestor_count as n on n.category = u.category
