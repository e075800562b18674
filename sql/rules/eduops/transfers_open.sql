-- title: Faculties that count transfers
-- grain: one row per (faculty)
-- source: ours
-- reads as: whether the faculty {faculty} counts transfers
select
    t.faculty
from transfers_count as t
where t.counts = 'yes'
