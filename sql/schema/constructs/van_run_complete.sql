-- title: Branches whose van runs are all on record
-- grain: one row per (branch)
-- source: ours
-- reads as: whether the van runs from {branch} are all on record
create table van_run_complete (
    branch text,
    primary key (branch)
);
