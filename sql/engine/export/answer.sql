-- title: Gold answers with their labels
-- grain: one row per (query_id)
-- source: paper section 2.2, z(q)
select
    q.query_id,
    a.label,
    a.answer_type,
    a.value_number,
    a.value_boolean,
    a.value_entity,
    a.value_date,
    a.value_set,
from ground.answer as a
inner join ground.asked as q on q.query = a.query
order by a.query
