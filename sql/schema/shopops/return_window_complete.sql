-- title: Shops whose return windows are all on record
-- grain: one row per (shop)
-- source: ours, ShopOps
-- reads as: whether the return windows of {shop} are all on record
create table return_window_complete (
    shop text,
    primary key (shop)
);
