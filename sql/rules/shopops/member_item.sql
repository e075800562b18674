-- title: What a member of a household bought from a category
-- grain: one row per (household, category, customer, purchase, product)
-- source: ours, ShopOps
-- scope: household, category, customer
-- reads as: the items from {category} that {customer}, as a member of the household {household}, bought
-- why: returned or not, at any time; closed member by member, so that one is known without the purchases of the others
select
    h.household,
    h.category,
    h.customer,
    p.purchase,
    l.product
from household_buyer as h
inner join purchase_kept as p on p.customer = h.customer
inner join line as l on l.customer = p.customer and l.purchase = p.purchase
inner join category_above as u on u.product = l.product and u.category = h.category
