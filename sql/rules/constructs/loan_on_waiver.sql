-- title: Loans of a kind the person holds a waiver for
-- grain: one row per (person, loan)
-- source: ours; construct: exists by key
-- reads as: the loans of {person} of a kind that they hold a waiver for
select
    k.person,
    k.loan
from loan_kind as k
where exists (select 1 from waiver as w where w.person = k.person and w.kind = k.kind)
