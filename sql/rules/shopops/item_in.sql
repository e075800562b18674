-- title: The items of a purchase that are of a category
-- grain: one row per (customer, purchase, category, product)
-- source: ours, ShopOps
-- reads as: the items of {customer}'s {purchase} that are of {category}
-- why: as written, whether or not the purchase was cancelled
select
    a.customer,
    a.purchase,
    a.category,
    l.product
from asked_item_in as a
inner join line as l on l.customer = a.customer and l.purchase = a.purchase
inner join category_above as u on u.product = l.product and u.category = a.category
