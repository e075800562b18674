-- title: Purchases and categories that queries ask items for
-- grain: one row per (customer, purchase, category)
-- source: ours, ShopOps
-- reads as: {customer}'s {purchase} and the category {category}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_item_in (
    customer text,
    purchase text,
    category text,
    primary key (customer, purchase, category)
);
