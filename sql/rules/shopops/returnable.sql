-- title: Items that can be returned on a day
-- grain: one row per (shop, customer, purchase, product, day)
-- source: ours, ShopOps
-- reads as: whether {product} of {customer}'s {purchase} can be returned to {shop} on {day}
-- why: delivered, inside the nearest window with its last day, not final sale, not back in full, not cancelled; where no
--      category of the product has a window, whether windows are inherited does not matter
select
    a.shop,
    a.customer,
    a.purchase,
    a.product,
    a.day
from asked_returnable as a
inner join line as l on l.customer = a.customer and l.purchase = a.purchase and l.product = a.product
inner join delivered as d on d.customer = a.customer and d.purchase = a.purchase
inner join product_window as w on w.shop = a.shop and w.product = a.product
where d.delivered_on <= a.day
    and a.day <= d.delivered_on + w.days
    and not exists (select 1 from cancelled as c where c.customer = a.customer and c.purchase = a.purchase)
    and exists (select 1 from product_covered as v where v.shop = a.shop and v.product = a.product)
    and not exists (select 1 from product_final as f where f.shop = a.shop and f.product = a.product)
    and not exists (
        select 1
        from item_returned as b
        where b.customer = a.customer and b.purchase = a.purchase and b.product = a.product and b.day = a.day
    )
