-- title: Overwritten tuples beside the one that won their key
-- grain: one row per (list_id, number)
-- source: arXiv 2610.09193, section 2
select
    v.list_id,
    v.number,
    max(l.number) as winner,
from lw.version as v
inner join lw.version as l
    on l.list_id = v.list_id and l.subject = v.subject and l.relation = v.relation
    and l.is_last and not l.is_separate
where not v.is_last and not v.is_separate
group by v.list_id, v.number
