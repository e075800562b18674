-- title: Charges for damage worth a talk
-- grain: one row per (person, charge)
-- source: ours; construct: in (constants), not over a comparison
-- reads as: the charges of {person} for repairs or missing parts that are not under 5.00
-- why: the amount as written, not what is asked for it
select
    c.person,
    c.charge
from charge as c
where c.reason in ('repair', 'missing part') and not (c.amount < 5.00)
