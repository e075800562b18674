-- title: Customers and months that queries ask about, with the shop
-- grain: one row per (shop, customer, month)
-- source: ours, ShopOps
-- reads as: {customer} at {shop} in the month from {month}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_shop_month (
    shop text,
    customer text,
    month date,
    primary key (shop, customer, month)
);
