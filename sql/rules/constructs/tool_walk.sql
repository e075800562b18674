-- title: Branches a tool passes within a number of van runs
-- grain: one row per (tool, hops, branch, steps)
-- source: ours; construct: recursion from an asked row, counter with a constant bound
-- reads as: the branches that the tool {tool} can be at, and after how many van runs, {hops} allowed
-- maximum: steps
-- why: 5 runs are a day's work of the van, so more than 5 are never tried
with recursive tool_walk(tool, hops, branch, steps) as (
    select
        a.tool,
        a.hops,
        b.branch,
        0 as steps
    from asked_tool_walk as a
    inner join tool_branch as b on b.tool = a.tool
    union
    select
        w.tool,
        w.hops,
        v.other_branch,
        w.steps + 1
    from tool_walk as w
    inner join van_run as v on v.branch = w.branch
    where w.steps < 5 and w.steps < w.hops
)
select tool, hops, branch, steps from tool_walk
