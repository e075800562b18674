-- title: Tools that nobody waits for
-- grain: one row per (tool)
-- source: ours; construct: not exists by scope
-- reads as: whether nobody waits for the tool {tool}
select
    k.tool
from tool_kind as k
where not exists (select 1 from hold as h where h.tool = k.tool)
