-- title: Tools kept elsewhere than where they were first recorded
-- grain: one row per (tool)
-- source: ours; construct: first(...) in a rule
-- reads as: whether the tool {tool} is kept elsewhere than where it was first recorded
select
    b.tool
from tool_branch as b
inner join first(tool_branch) as f on f.tool = b.tool
where f.branch <> b.branch
