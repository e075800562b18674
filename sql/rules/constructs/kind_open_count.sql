-- title: Number of loans a person has open, by kind of tool
-- grain: one row per (person, kind)
-- source: ours; construct: count, group finer than the closed scope
-- reads as: how many tools of the kind {kind} {person} has out
select
    o.person,
    k.kind,
    count(*) as loans
from loan_open as o
inner join tool_kind as k on k.tool = o.tool
group by o.person, k.kind
