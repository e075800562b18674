-- title: The purchases of a customer that were not cancelled
-- grain: one row per (customer, purchase)
-- source: ours, ShopOps
-- reads as: the purchases of {customer} that were not cancelled
select
    p.customer,
    p.purchase
from purchase as p
where not exists (select 1 from cancelled as c where c.customer = p.customer and c.purchase = p.purchase)
