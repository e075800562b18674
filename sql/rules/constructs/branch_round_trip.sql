-- title: Branches that the van comes back to
-- grain: one row per (branch)
-- source: ours; construct: a cycle named by the recursion itself, x reaches x
-- reads as: whether the van comes back to {branch}
select distinct
    r.branch
from branch_reach as r
where r.other_branch = r.branch
