-- title: Edges of the full derivation graph of every query
-- grain: one row per (query_id, head, alternative, body)
-- source: paper section 2.3
-- why: a fact has an alternative per event, in the order of the events and not of the digits of their places
with numbered as (
    select
        e.head,
        e.body,
        case
            when e.alternative = 'u' then -1
            else
                dense_rank() over (
                    partition by e.head
                    order by
                        e.alternative = 'u',
                        case when e.alternative like 'event:%' then substr(e.alternative, 7)::integer end,
                        e.alternative
                ) - 1
        end as alternative,
    from graph.edge as e
)

select
    q.query_id,
    h.node_id as head,
    e.alternative::integer as alternative,
    b.node_id as body,
from graph.reach as r
inner join numbered as e on e.head = r.vertex
inner join export.node_text as h on h.vertex = e.head
inner join export.node_text as b on b.vertex = e.body
inner join ground.asked as q on q.query = r.query
where b.node_id <> 'given'
order by r.query, head, alternative, body
