-- title: Worlds in which the run behind a blank failed
-- grain: one row per (world)
-- source: paper section 3.4; the rule is ours
-- reads as: the run behind the blank of {world} failed
select distinct r.world
from run as r
where r.subject = 'failed'
