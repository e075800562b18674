-- title: Faculties at which every transfer is void
-- grain: one row per (faculty)
-- source: ours
-- reads as: whether every transfer is void at the faculty {faculty}
select
    t.faculty
from transfers_count as t
where t.counts = 'no'
