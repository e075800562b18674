-- title: Households, categories and months that queries ask spending for
-- grain: one row per (shop, household, category, month)
-- source: ours, ShopOps
-- reads as: the household {household} at {shop}, {category} in the month from {month}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_household_spending (
    shop text,
    household text,
    category text,
    month date,
    primary key (shop, household, category, month)
);
