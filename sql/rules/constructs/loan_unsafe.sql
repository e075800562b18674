-- title: Loans of powered tools to persons who may not use them
-- grain: one row per (person, loan)
-- source: ours; construct: boolean column, not exists on a union
-- reads as: the loans of powered tools to {person} without training or waiver
select
    l.person,
    l.loan
from loan as l
inner join tool_powered as p on p.tool = l.tool
inner join tool_kind as k on k.tool = l.tool
where p.is_powered and not exists (select 1 from allowed as a where a.person = l.person and a.kind = k.kind)
