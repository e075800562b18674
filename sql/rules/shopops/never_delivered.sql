-- title: Purchases of a customer that were never delivered
-- grain: one row per (customer, purchase)
-- source: ours, ShopOps
-- reads as: the purchases of {customer} that were never delivered
-- why: a cancelled purchase awaits no delivery
select
    p.customer,
    p.purchase
from purchase as p
where not exists (select 1 from cancelled as c where c.customer = p.customer and c.purchase = p.purchase)
    and not exists (select 1 from delivered as d where d.customer = p.customer and d.purchase = p.purchase)
