-- title: Categories that stand under no other
-- grain: one row per (category)
-- source: ours, ShopOps
-- reads as: whether {category} is known to stand under no other category
-- why: closes parent_category by its whole key: a category at the top has no parent, and an event has to say so
create table parent_category_complete (
    category text,
    primary key (category)
);
