-- title: Fewest van runs that bring a tool to a branch
-- grain: one row per (tool, hops, branch)
-- source: ours; construct: min over a recursion with a counter
-- reads as: the fewest van runs, at most {hops}, that bring the tool {tool} to {branch}
select
    w.tool,
    w.hops,
    w.branch,
    min(w.steps) as runs
from tool_walk as w
group by w.tool, w.hops, w.branch
