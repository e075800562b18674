-- title: The loan period of a tool and the kind that sets it
-- grain: one row per (tool)
-- source: ours; construct: declared key, the nearest one on the way up
-- key: tool
-- reads as: the kind that sets the loan period of the tool {tool} and the period in days
select
    s.tool,
    s.kind,
    d.days
from period_search as s
inner join loan_days as d on d.kind = s.kind
