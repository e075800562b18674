-- title: Number of categories above a category
-- grain: one row per (category)
-- source: ours, ShopOps
-- reads as: how many categories stand above {category}
select
    a.category,
    count(*) as ancestors
from ancestor_category as a
group by a.category
