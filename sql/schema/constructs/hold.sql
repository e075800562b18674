-- title: Persons who wait for a tool
-- grain: one row per (tool, person)
-- source: ours
-- reads as: the persons who wait for the tool {tool}
create table hold (
    tool text,
    person text,
    primary key (tool, person)
);
