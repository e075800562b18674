-- title: Branches a tool can be brought to
-- grain: one row per (tool, branch)
-- source: ours; construct: a function opens a recursive set
-- reads as: the branches that the van can bring the tool {tool} to
select
    b.tool,
    r.other_branch as branch
from tool_branch as b
inner join branch_reach as r on r.branch = b.branch
