-- title: Amount from which a purchase ships free for a tier, a rule that events declare
-- grain: one row per (shop, tier)
-- source: ours, ShopOps
-- reads as: the amount from which {shop} ships free for the tier {tier}
create table free_shipping (
    shop text,
    tier text,
    amount decimal(12, 2),
    primary key (shop, tier)
);
