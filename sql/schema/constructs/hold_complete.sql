-- title: Tools whose waiting list is all on record
-- grain: one row per (tool)
-- source: ours
-- reads as: whether the waiting list of the tool {tool} is all on record
create table hold_complete (
    tool text,
    primary key (tool)
);
