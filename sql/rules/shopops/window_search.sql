-- title: Categories looked at for the return window of an item
-- grain: one row per (shop, customer, purchase, product, day, category)
-- source: ours, ShopOps
-- scope: shop, customer, purchase, product, day
-- reads as: the categories at which {shop} looks for the return window of {product} in {customer}'s {purchase} on {day}
-- why: the product's own category first; above it only where windows are inherited, and only up to the first that has one
with recursive window_search(shop, customer, purchase, product, day, category) as (
    select
        r.shop,
        r.customer,
        r.purchase,
        r.product,
        r.day,
        p.category
    from return_line as r
    inner join product_category as p on p.product = r.product
    union
    select
        s.shop,
        s.customer,
        s.purchase,
        s.product,
        s.day,
        c.parent
    from window_search as s
    inner join parent_category as c on c.category = s.category
    inner join window_inherits as i on i.shop = s.shop
    where i.inherits = 'yes'
        and not exists (select 1 from return_window as w where w.shop = s.shop and w.category = s.category)
)
select shop, customer, purchase, product, day, category from window_search
