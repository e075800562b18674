-- title: What a purchase cost after discount
-- grain: one row per (shop, customer, purchase)
-- source: ours, ShopOps
-- reads as: what {customer}'s {purchase} at {shop} cost after discount
select
    c.shop,
    c.customer,
    c.purchase,
    sum(c.amount) as amount
from line_charged as c
group by c.shop, c.customer, c.purchase
