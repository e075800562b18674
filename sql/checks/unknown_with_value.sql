-- title: An unknown answer has a value
-- grain: one row per (query_id)
-- source: paper section 2.2
select a.query_id
from answer as a
where
    a.label = 'unknown'
    and coalesce(
        a.value_number::varchar, a.value_boolean::varchar, a.value_entity, a.value_date::varchar, a.value_set::varchar
    ) is not null
