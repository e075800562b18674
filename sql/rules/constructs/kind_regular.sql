-- title: Kinds of tool a person has borrowed at least twice
-- grain: one row per (person, kind)
-- source: ours; construct: having
-- reads as: how often {person} has borrowed tools of the kind {kind}, if at least twice
select
    k.person,
    k.kind,
    count(*) as loans
from loan_kind as k
group by k.person, k.kind
having count(*) >= 2
