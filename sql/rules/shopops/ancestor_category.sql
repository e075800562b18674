-- title: The categories above a category
-- grain: one row per (category, ancestor)
-- source: ours, ShopOps
-- reads as: the categories above {category}, itself left out
with recursive ancestor_category(category, ancestor) as (
    select
        c.category,
        c.parent
    from parent_category as c
    union
    select
        a.category,
        c.parent
    from ancestor_category as a
    inner join parent_category as c on c.category = a.ancestor
)
select category, ancestor from ancestor_category
