-- title: Queries with their references resolved in each world
-- grain: one row per (query, _w)
-- source: ours; ENGINE, queries, parameters, references
-- why: a key value @phrase is whatever refers_to says in that world; @@ is a literal @; an unresolved reference
--      makes the answer unknown, whatever is closed
with reference as (
    select
        r._w,
        map(list(r.phrase), list(r.entity)) as entities,
    from state.refers_to as r
    where r._ok
    group by r._w
),

resolved as (
    select
        q.query,
        q._w,
        q.relation,
        q.is_collection,
        q.key as raw_key,
        list_transform(
            q.key,
            lambda k: case
                when starts_with(k, '@@') then substr(k, 2)
                when starts_with(k, '@') then r.entities[substr(k, 2)]
                else k
            end
        ) as key,
        list_filter(q.key, lambda k: starts_with(k, '@') and not starts_with(k, '@@')) as phrases,
    from ground.query as q
    left join reference as r on r._w = q._w
)

select
    d.query,
    d._w,
    d.relation,
    d.is_collection,
    d.raw_key,
    d.key,
    d.phrases,
    not list_contains(list_transform(d.key, lambda k: k is null), true) as is_resolved,
from resolved as d
