-- title: The kinds of tool that a household has borrowed
-- grain: one row per (household, kind)
-- source: ours; construct: distinct
-- reads as: the kinds of tool that members of the household {household} have borrowed
select distinct
    h.household,
    k.kind
from household_loan as h
inner join tool_kind as k on k.tool = h.tool
