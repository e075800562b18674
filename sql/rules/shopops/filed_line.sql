-- title: Lines of a month with the category that their product is filed under
-- grain: one row per (shop, customer, month, purchase, product)
-- source: ours, ShopOps
-- reads as: the category of {product} in {customer}'s {purchase} at {shop} in the month from {month}, and what was spent
select
    n.shop,
    n.customer,
    n.month,
    n.purchase,
    n.product,
    p.category,
    n.amount
from line_net as n
inner join product_category as p on p.product = n.product
