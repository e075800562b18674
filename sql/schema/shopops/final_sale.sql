-- title: Categories that a shop does not take back, a rule that events declare
-- grain: one row per (shop, category)
-- source: ours, ShopOps
-- reads as: the categories that {shop} sells for good
create table final_sale (
    shop text,
    category text,
    primary key (shop, category)
);
