-- title: Kinds looked at for the loan period of a tool
-- grain: one row per (tool, kind)
-- source: ours; construct: recursion from a function, step that negates a lower stratum
-- reads as: the kinds looked at for the loan period of the tool {tool}
-- why: from the tool's own kind upwards, stopping at the first kind that has a period
with recursive period_search(tool, kind) as (
    select
        t.tool,
        t.kind
    from tool_kind as t
    union
    select
        s.tool,
        p.parent
    from period_search as s
    inner join kind_parent as p on p.kind = s.kind
    where not exists (select 1 from loan_days as d where d.kind = s.kind)
)
select tool, kind from period_search
