-- title: Units that a recorded conversion covers
-- grain: one row per (world, unit)
-- source: paper section 3.4; the rule is ours
-- reads as: a conversion of {unit} is on record in {world}
select distinct
    w.world,
    w.subject as unit
from write as w
