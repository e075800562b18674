-- title: Length of the chain of vouchers, where it ends
-- grain: one row per (person)
-- source: ours; construct: not exists by scope on the rows at the bound
-- reads as: how many steps {person}'s chain of vouchers has
-- why: a chain that reaches the bound runs in a circle and has no length
select
    l.person,
    l.steps
from vouch_longest as l
where not exists (select 1 from vouch_too_long as t where t.person = l.person)
