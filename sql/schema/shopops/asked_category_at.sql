-- title: Products and levels that queries ask a category for
-- grain: one row per (product, level)
-- source: ours, ShopOps
-- reads as: the product {product} and the level {level}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_category_at (
    product text,
    level integer,
    primary key (product, level)
);
