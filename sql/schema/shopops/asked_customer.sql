-- title: Customers that queries ask about as such
-- grain: one row per (customer)
-- source: ours, ShopOps
-- reads as: the customer {customer}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_customer (
    customer text,
    primary key (customer)
);
