-- title: Whether a product is of a kind
-- grain: one row per (product, category)
-- source: ours, ShopOps
-- reads as: whether {product} is of the kind {category}
-- why: true as soon as the way up leads there; false needs the way up to its top
select
    u.product,
    u.category
from category_above as u
