-- title: Customers whose purchases are all delivered
-- grain: one row per (customer)
-- source: ours, ShopOps
-- reads as: whether every purchase of {customer} that was not cancelled is delivered
-- why: one that is not delivered makes it false, whatever else is on record; without purchases it is true
select
    a.customer
from asked_customer as a
where not exists (select 1 from never_delivered as n where n.customer = a.customer)
