-- title: Days within which a category can be returned, a rule that events declare
-- grain: one row per (shop, category)
-- source: ours, ShopOps
-- reads as: the days within which {shop} takes back {category}
-- why: the current row applies to older purchases too
create table return_window (
    shop text,
    category text,
    days integer,
    primary key (shop, category)
);
