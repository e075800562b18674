-- title: What is left of an allowance
-- grain: one row per (person, reason)
-- source: ours; construct: sum looked up by left join with coalesce
-- reads as: what is left of {person}'s allowance for {reason}
-- why: no charges for the reason leave the whole allowance; more charges than allowance give a negative amount
select
    a.person,
    a.reason,
    a.amount - coalesce(t.total, 0) as amount
from allowance as a
left join charge_total as t on t.person = a.person and t.reason = a.reason
