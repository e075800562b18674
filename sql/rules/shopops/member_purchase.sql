-- title: Purchases of the members of a household in a month
-- grain: one row per (household, month, customer, purchase)
-- source: ours, ShopOps
-- reads as: the purchases of members of the household {household} in the month from {month} that were not cancelled
-- why: all purchases of the current members, whenever they joined
select
    a.household,
    a.month,
    h.customer,
    p.purchase
from asked_household_month as a
inner join household_member as h on h.household = a.household
inner join purchase as p on p.customer = h.customer
where date_trunc('month', p.placed_on) = a.month
    and not exists (select 1 from cancelled as c where c.customer = p.customer and c.purchase = p.purchase)
