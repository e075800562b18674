-- title: Items returned in full by a day
-- grain: one row per (customer, purchase, product, day)
-- source: ours, ShopOps
-- reads as: whether {product} of {customer}'s {purchase} was returned in full by {day}
-- why: the row on record holds the total so far and the latest day; with part back the rest stays returnable
select
    a.customer,
    a.purchase,
    l.product,
    a.day
from asked_return_day as a
inner join line as l on l.customer = a.customer and l.purchase = a.purchase
inner join returned as b on b.customer = a.customer and b.purchase = a.purchase and b.product = l.product
where b.quantity >= l.quantity and b.returned_on <= a.day
