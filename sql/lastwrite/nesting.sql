-- title: How much of a list stands in another one
-- grain: one row per (list_id, other_id)
-- source: ours
with said as (
    select distinct s.list_id, s.text from lw.statement as s
)

select
    a.list_id,
    b.list_id as other_id,
    count(*) as statement_count,
    count(c.text) as shared_count,
from said as a
cross join (select distinct s.list_id from said as s) as b
left join said as c on c.list_id = b.list_id and c.text = a.text
where a.list_id <> b.list_id
group by a.list_id, b.list_id
