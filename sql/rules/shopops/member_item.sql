-- title: What a member of a household bought from a category
-- grain: one row per (household, category, customer, purchase, product)
-- source: ours, ShopOps
-- reads as: the items from {category} that {customer}, as a member of the household {household}, bought
-- why: returned or not, at any time, of purchases that were not cancelled
select
    b.household,
    b.category,
    b.customer,
    b.purchase,
    l.product
from buyer_purchase as b
inner join line as l on l.customer = b.customer and l.purchase = b.purchase
inner join category_above as u on u.product = l.product and u.category = b.category
