-- title: Purchases of a member of a household that a category is asked of
-- grain: one row per (household, category, customer, purchase)
-- source: ours, ShopOps
-- scope: household, category, customer
-- reads as: the purchases of {customer}, of the household {household}, of which items from {category} are asked
-- why: closed member by member, so that one is known without the purchases of the others
select
    h.household,
    h.category,
    h.customer,
    p.purchase
from household_buyer as h
inner join purchase as p on p.customer = h.customer
where not exists (select 1 from cancelled as c where c.customer = p.customer and c.purchase = p.purchase)
