-- title: Items returned in full by a day
-- grain: one row per (shop, customer, purchase, product, day)
-- source: ours, ShopOps
-- reads as: whether {product} of {customer}'s {purchase} from {shop} was returned in full by {day}
-- why: the row on record holds the total so far and the latest day; with part back the rest stays returnable
select
    r.shop,
    r.customer,
    r.purchase,
    r.product,
    r.day
from return_line as r
inner join line as l on l.customer = r.customer and l.purchase = r.purchase and l.product = r.product
inner join returned as b on b.customer = r.customer and b.purchase = r.purchase and b.product = r.product
where b.quantity >= l.quantity and b.returned_on <= r.day
