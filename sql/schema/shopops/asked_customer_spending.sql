-- title: Customers, categories and months that queries ask spending for
-- grain: one row per (shop, customer, category, month)
-- source: ours, ShopOps
-- reads as: {customer} at {shop}, {category} in the month from {month}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_customer_spending (
    shop text,
    customer text,
    category text,
    month date,
    primary key (shop, customer, category, month)
);
