-- title: Number of purchases of a customer
-- grain: one row per (customer)
-- source: ours, ShopOps
-- reads as: how many purchases of {customer} were not cancelled
select
    p.customer,
    count(*) as purchases
from purchase_kept as p
group by p.customer
