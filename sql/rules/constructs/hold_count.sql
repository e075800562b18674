-- title: Number of persons who wait for a tool
-- grain: one row per (tool)
-- source: ours; construct: count by the closed scope
-- reads as: how many persons wait for the tool {tool}
select
    h.tool,
    count(*) as holds
from hold as h
group by h.tool
