-- title: Discount of a shop for a tier from a day on, a rule that events declare
-- grain: one row per (shop, tier, valid_from)
-- source: ours, ShopOps
-- reads as: the discount of {shop} for the tier {tier} declared from {valid_from} on, in percent
-- why: no discount is a row of 0; nothing closes it
create table discount (
    shop text,
    tier text,
    valid_from date,
    percent decimal(5, 2),
    primary key (shop, tier, valid_from)
);
