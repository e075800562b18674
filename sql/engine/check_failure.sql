-- title: Check worlds that contradict their purpose
-- grain: one row per (query, _w)
-- source: ENGINE, witnesses: sufficient as it is, no longer without any of its events
with compared as (
    select
        p.query,
        p._w,
        p.removed,
        (
            a.label = g.label
            and a.value_number is not distinct from g.value_number
            and a.value_boolean is not distinct from g.value_boolean
            and a.value_entity is not distinct from g.value_entity
            and a.value_date is not distinct from g.value_date
            and a.value_set is not distinct from g.value_set
        ) as is_same,
    from checking.plan as p
    inner join ground.answer as a on a.query = p.query and a._w = p._w
    inner join main.gold_answer as g on g.query = p.query
)

select
    c.query,
    c.removed,
from compared as c
where (c.removed < 0) <> c.is_same
order by c.query, c.removed
