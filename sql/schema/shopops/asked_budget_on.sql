-- title: Budgets and days that queries ask for
-- grain: one row per (household, category, month, day)
-- source: ours, ShopOps
-- reads as: the day {day} asked about the budget of {household} for {category} in the month from {month}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_budget_on (
    household text,
    category text,
    month date,
    day date,
    primary key (household, category, month, day)
);
