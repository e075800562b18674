-- title: Categories looked at for the return window of an item
-- grain: one row per (shop, customer, purchase, product, category)
-- source: ours, ShopOps
-- scope: shop, customer, purchase, product
-- reads as: the categories at which {shop} looks for the return window of {product} in {customer}'s {purchase}
-- why: as window_search, for each item of a purchase by itself: which items it has is not part of the question
with recursive item_search(shop, customer, purchase, product, category) as (
    select
        i.shop,
        i.customer,
        i.purchase,
        i.product,
        p.category
    from purchase_item as i
    inner join product_category as p on p.product = i.product
    union
    select
        s.shop,
        s.customer,
        s.purchase,
        s.product,
        c.parent
    from item_search as s
    inner join parent_category as c on c.category = s.category
    inner join window_inherits as i on i.shop = s.shop
    where i.inherits = 'yes'
        and not exists (select 1 from return_window as w where w.shop = s.shop and w.category = s.category)
)
select shop, customer, purchase, product, category from item_search
