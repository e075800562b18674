-- title: Shops whose categories on final sale are all on record
-- grain: one row per (shop)
-- source: ours, ShopOps
-- reads as: whether the categories that {shop} sells for good are all on record
create table final_sale_complete (
    shop text,
    primary key (shop)
);
