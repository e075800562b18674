-- title: Items of a purchase that can be returned on a day
-- grain: one row per (shop, customer, purchase, product, day)
-- source: ours, ShopOps
-- reads as: the items of {customer}'s {purchase} that can be returned to {shop} on {day}
-- why: as returnable, where the purchase says which items are asked
select
    a.shop,
    a.customer,
    a.purchase,
    l.product,
    a.day
from asked_return as a
inner join line as l on l.customer = a.customer and l.purchase = a.purchase
inner join delivered as d on d.customer = a.customer and d.purchase = a.purchase
inner join item_window as w
    on w.shop = a.shop and w.customer = a.customer and w.purchase = a.purchase and w.product = l.product
where d.delivered_on <= a.day
    and a.day <= d.delivered_on + w.days
    and not exists (select 1 from cancelled as c where c.customer = a.customer and c.purchase = a.purchase)
    and exists (
        select 1
        from item_covered as v
        where v.shop = a.shop and v.customer = a.customer and v.purchase = a.purchase and v.product = l.product
    )
    and not exists (
        select 1
        from item_final as f
        where f.shop = a.shop and f.customer = a.customer and f.purchase = a.purchase and f.product = l.product
    )
    and not exists (
        select 1
        from item_returned as b
        where b.customer = a.customer and b.purchase = a.purchase and b.product = l.product and b.day = a.day
    )
