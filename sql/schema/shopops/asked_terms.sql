-- title: Shops and products that queries ask return terms for
-- grain: one row per (shop, product)
-- source: ours, ShopOps
-- reads as: {product} at {shop}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_terms (
    shop text,
    product text,
    primary key (shop, product)
);
