-- title: The runs of the van from a branch
-- grain: one row per (branch, other_branch)
-- source: ours
-- reads as: the branches that the van goes to directly from {branch}
create table van_run (
    branch text,
    other_branch text,
    primary key (branch, other_branch)
);
