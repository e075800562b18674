-- title: Households, categories and months that queries ask about
-- grain: one row per (household, category, month)
-- source: ours, ShopOps
-- reads as: the household {household}, {category} in the month from {month}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_household_budget (
    household text,
    category text,
    month date,
    primary key (household, category, month)
);
