-- title: Lines that count towards the spending of a customer on a category in a month
-- grain: one row per (shop, customer, category, month, purchase, product)
-- source: ours, ShopOps
-- reads as: the items from {category} that {customer} spent on at {shop} in the month from {month}
-- why: a line outside the category needs no amount
select
    a.shop,
    a.customer,
    a.category,
    a.month,
    m.purchase,
    l.product,
    n.amount
from asked_customer_spending as a
inner join month_purchase as m on m.customer = a.customer and m.month = a.month
inner join line as l on l.customer = a.customer and l.purchase = m.purchase
inner join category_above as u on u.product = l.product and u.category = a.category
inner join line_net as n
    on n.shop = a.shop
    and n.customer = a.customer
    and n.month = a.month
    and n.purchase = m.purchase
    and n.product = l.product
