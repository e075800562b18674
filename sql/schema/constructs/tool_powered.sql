-- title: Whether a tool is powered
-- grain: one row per (tool)
-- source: ours
-- reads as: whether the tool {tool} is powered
create table tool_powered (
    tool text,
    is_powered boolean,
    primary key (tool)
);
