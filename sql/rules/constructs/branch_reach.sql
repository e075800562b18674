-- title: Branches that the van reaches from a branch
-- grain: one row per (branch, other_branch)
-- source: ours; construct: left-linear recursion from a set, on a graph with cycles
-- reads as: the branches that the van reaches from {branch}
with recursive branch_reach(branch, other_branch) as (
    select
        v.branch,
        v.other_branch
    from van_run as v
    union
    select
        r.branch,
        v.other_branch
    from branch_reach as r
    inner join van_run as v on v.branch = r.other_branch
)
select branch, other_branch from branch_reach
