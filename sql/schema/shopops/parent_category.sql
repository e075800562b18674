-- title: The category directly above a category
-- grain: one row per (category)
-- source: ours, ShopOps
-- reads as: the category directly above {category}
create table parent_category (
    category text,
    parent text,
    primary key (category)
);
