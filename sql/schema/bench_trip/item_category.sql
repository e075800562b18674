-- title: Category of an item
-- grain: one row per (item)
-- source: ours
-- reads as: the category of the item {item}
create table item_category (
    item text,
    category text,
    primary key (item)
);
