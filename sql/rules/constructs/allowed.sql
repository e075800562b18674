-- title: Kinds of tool a person may use
-- grain: one row per (person, kind)
-- source: ours; construct: union
-- reads as: the kinds of tool that {person} may use
select
    t.person,
    t.kind
from training as t
union
select
    w.person,
    w.kind
from waiver as w
