-- title: Purchases of a customer in a month
-- grain: one row per (customer, month, purchase)
-- source: ours, ShopOps
-- reads as: the purchases of {customer} in the month from {month} that were not cancelled
-- why: by the day they were placed on; of a purchase of another month nothing else is needed
select
    a.customer,
    a.month,
    p.purchase
from asked_customer_month as a
inner join purchase as p on p.customer = a.customer
where date_trunc('month', p.placed_on) = a.month
    and not exists (select 1 from cancelled as c where c.customer = p.customer and c.purchase = p.purchase)
