-- title: The first answer that is a day outside the years 1 to 9999
-- grain: one row per (relation, day)
-- source: ours; Python's dates end there, and a person's calendar does
select
    q.relation,
    cast(a.value_date as varchar) as day,
from ground.answer as a
inner join ground.query as q on q.query = a.query
where a.value_date not between date '0001-01-01' and date '9999-12-31'
order by all
limit 1
