-- title: Households and categories that queries ask buyers for
-- grain: one row per (household, category)
-- source: ours, ShopOps
-- reads as: the household {household} and the category {category}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_member_bought (
    household text,
    category text,
    primary key (household, category)
);
