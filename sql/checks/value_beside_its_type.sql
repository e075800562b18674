-- title: An answer has a value of another type than its own
-- grain: one row per (query_id)
-- source: ours
select a.query_id
from answer as a
where
    (a.value_number is not null and a.answer_type <> 'number')
    or (a.value_boolean is not null and a.answer_type <> 'boolean')
    or (a.value_entity is not null and a.answer_type <> 'entity')
    or (a.value_date is not null and a.answer_type <> 'date')
    or (a.value_set is not null and a.answer_type not in ('set', 'tuple'))
