-- title: How many more tools of a kind a trained person may take
-- grain: one row per (person, kind)
-- source: ours; construct: count looked up by left join with coalesce
-- reads as: how many more tools of the kind {kind} {person} may take
-- why: only kinds the person is trained on; the limit is the current one, so it can be below what is out and the number negative
select
    t.person,
    t.kind,
    m.loans - coalesce(c.loans, 0) as loans
from training as t
inner join loan_limit as m on m.kind = t.kind
left join kind_open_count as c on c.person = t.person and c.kind = t.kind
