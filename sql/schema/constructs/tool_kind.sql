-- title: The kind a tool is filed under
-- grain: one row per (tool)
-- source: ours
-- reads as: the kind that the tool {tool} is filed under
create table tool_kind (
    tool text,
    kind text,
    primary key (tool)
);
