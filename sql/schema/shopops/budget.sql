-- title: Budget of a household for a category in a month, from a day on, a rule that events declare
-- grain: one row per (household, category, month, valid_from)
-- source: ours, ShopOps
-- reads as: the budget of the household {household} for {category} in the month from {month}, declared from {valid_from} on
-- why: month is the first day of the month; nothing closes it, so no budget on record is no budget known
create table budget (
    household text,
    category text,
    month date,
    valid_from date,
    amount decimal(12, 2),
    primary key (household, category, month, valid_from)
);
