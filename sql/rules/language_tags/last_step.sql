-- title: Number of replacements between a record and the end of its chain
-- grain: one row per (kind, code)
-- source: ours
-- reads as: the number of replacements from the {kind} {code} to the end of its chain
-- why: known only where the chain is known to end; a record without a preferred value has no last step
select n.kind, n.code, max(n.step) as last_step
from successor as n
group by n.kind, n.code
