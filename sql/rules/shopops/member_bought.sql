-- title: Members of a household who bought from a category
-- grain: one row per (household, category, customer)
-- source: ours, ShopOps
-- reads as: the members of the household {household} who bought from {category}
select
    h.household,
    h.category,
    h.customer
from household_buyer as h
where exists (
    select 1
    from member_item as i
    where i.household = h.household and i.category = h.category and i.customer = h.customer
)
