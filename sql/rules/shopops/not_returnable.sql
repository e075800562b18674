-- title: Items of a purchase that cannot be returned on a day
-- grain: one row per (shop, customer, purchase, day, product)
-- source: ours, ShopOps
-- reads as: the items of {customer}'s {purchase} that cannot be returned to {shop} on {day}
select
    a.shop,
    a.customer,
    a.purchase,
    a.day,
    l.product
from asked_return as a
inner join line as l on l.customer = a.customer and l.purchase = a.purchase
where not exists (
    select 1
    from item_returnable as r
    where r.shop = a.shop
        and r.customer = a.customer
        and r.purchase = a.purchase
        and r.product = l.product
        and r.day = a.day
)
