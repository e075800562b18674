-- title: The members of a household that a category is asked of
-- grain: one row per (household, category, customer)
-- source: ours, ShopOps
-- reads as: the members of the household {household}, of whom purchases from {category} are asked
select
    a.household,
    a.category,
    m.customer
from asked_member_bought as a
inner join household_member as m on m.household = a.household
