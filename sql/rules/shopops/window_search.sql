-- title: Categories looked at for the return window of a product
-- grain: one row per (shop, product, category)
-- source: ours, ShopOps
-- reads as: the categories at which {shop} looks for the return window of {product}
-- why: its own category first; above it only where windows are inherited, and only up to the first that has one
with recursive window_search(shop, product, category) as (
    select
        a.shop,
        a.product,
        p.category
    from asked_terms as a
    inner join product_category as p on p.product = a.product
    union
    select
        s.shop,
        s.product,
        c.parent
    from window_search as s
    inner join parent_category as c on c.category = s.category
    inner join window_inherits as i on i.shop = s.shop
    where i.inherits = 'yes'
        and not exists (select 1 from return_window as w where w.shop = s.shop and w.category = s.category)
)
select shop, product, category from window_search
