-- title: What a person spent on a kind
-- grain: one row per (person, kind)
-- source: ours
-- reads as: what {person} spent on the kind {kind}
select
    s.person,
    s.kind,
    sum(s.amount) as amount
from kind_spending as s
group by s.person, s.kind
