-- title: Customers and months that queries ask about
-- grain: one row per (customer, month)
-- source: ours, ShopOps
-- reads as: {customer} and the month from {month}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_customer_month (
    customer text,
    month date,
    primary key (customer, month)
);
