-- title: Purchases that ship free
-- grain: one row per (shop, customer, purchase)
-- source: ours, ShopOps
-- reads as: whether {customer}'s {purchase} at {shop} ships free
-- why: its lines after discount, before returns, at or above the amount of the tier on the day of the purchase
select
    a.shop,
    a.customer,
    a.purchase
from asked_purchase as a
inner join purchase_kept as k on k.customer = a.customer and k.purchase = a.purchase
inner join purchase_tier as t on t.customer = a.customer and t.purchase = a.purchase
inner join free_shipping as f on f.shop = a.shop and f.tier = t.tier
left join purchase_charged as c on c.shop = a.shop and c.customer = a.customer and c.purchase = a.purchase
where coalesce(c.amount, 0) >= f.amount
