-- title: Households and months that queries ask about
-- grain: one row per (household, month)
-- source: ours, ShopOps
-- reads as: the household {household} and the month from {month}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_household_month (
    household text,
    month date,
    primary key (household, month)
);
