-- title: The category a product is filed under
-- grain: one row per (product)
-- source: ours, ShopOps
-- reads as: the category that {product} is filed under
create table product_category (
    product text,
    category text,
    primary key (product)
);
