-- title: Tools and numbers of van runs that queries ask about
-- grain: one row per (tool, hops)
-- source: ours
-- reads as: the number of van runs {hops} asked about the tool {tool}
-- why: parameter rows: put down by queries, true in every world, supported by no event
create table asked_tool_walk (
    tool text,
    hops integer,
    primary key (tool, hops)
);
