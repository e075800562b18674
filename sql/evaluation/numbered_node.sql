-- title: Nodes of the full derivation graphs of diagnosed queries, each with a bit of its own
-- grain: one row per (query_id, node_id)
-- source: ours
-- why: a set of nodes is then one bit string; a node that is neither an event nor missing and has no edge needs nothing
with diagnosed as (
    select distinct f.query_id,
    from evaluation.failing_node as f
),

placed as (
    select
        n.query_id,
        n.node_id,
        n.kind,
        (row_number() over (partition by n.query_id order by n.node_id) - 1)::integer as place,
    from suite.node as n
    semi join diagnosed as d on d.query_id = n.query_id
),

width as (
    select (max(p.place) + 1)::integer as bit_count,
    from placed as p
)

select
    p.query_id,
    p.node_id,
    p.kind,
    p.place,
    set_bit(bitstring('0', w.bit_count), p.place, 1) as bit,
    case when p.kind = 'event' then regexp_replace(p.node_id[7:], '\\(.)', '\1', 'g') end as event_id,
    p.kind not in ('event', 'missing') and not exists (
        select 1 from suite.edge as e where e.query_id = p.query_id and e.head = p.node_id
    ) as is_free,
from placed as p
cross join width as w
