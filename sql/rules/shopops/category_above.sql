-- title: The categories that a product is of
-- grain: one row per (product, category)
-- source: ours, ShopOps
-- reads as: the categories that {product} is of, directly or further up
-- why: its own category belongs to them
with recursive category_above(product, category) as (
    select
        p.product,
        p.category
    from product_category as p
    union
    select
        u.product,
        c.parent
    from category_above as u
    inner join parent_category as c on c.category = u.category
)
select product, category from category_above
