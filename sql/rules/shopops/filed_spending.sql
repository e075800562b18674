-- title: Net spending of a customer on what is filed under a category, in a month
-- grain: one row per (shop, customer, month, category)
-- source: ours, ShopOps
-- reads as: what {customer} spent at {shop} in the month from {month} on products filed directly under {category}
select
    f.shop,
    f.customer,
    f.month,
    f.category,
    sum(f.amount) as amount
from filed_line as f
group by f.shop, f.customer, f.month, f.category
