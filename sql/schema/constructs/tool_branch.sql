-- title: The branch a tool is kept at
-- grain: one row per (tool)
-- source: ours
-- reads as: the branch that keeps the tool {tool}
create table tool_branch (
    tool text,
    branch text,
    primary key (tool)
);
