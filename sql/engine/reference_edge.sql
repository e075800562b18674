-- title: A query with a reference rests on the facts that resolve it and on the resolved state
-- grain: one row per (_w, head, alternative, body)
-- source: ours; an unresolved reference leaves only what was looked for
with resolved as (
    select
        q._w,
        q.phrases,
        r.root as head,
        r.target,
        case when r.target is null then 'u' else 't0' end as alternative,
    from ground.resolved_query as q
    inner join ground.root as r on r.query = q.query and r._w = q._w
    where len(q.phrases) > 0
)

select
    d._w,
    d.head,
    d.alternative,
    unnest(
        list_concat(
            list_transform(d.phrases, lambda k: 'refers_to(' || _esc(substr(k, 2)) || ')'),
            case when d.target is null then [] else [d.target] end
        )
    ) as body,
from resolved as d
