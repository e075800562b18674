-- title: Wrong contexts of frontier nodes in which an obsolete version is at work
-- grain: one row per (run_id, query_id, node_id, parent)
-- source: ours, after MemDerive figure 5
-- why: either the answer is what an obsolete version says, of the node itself or of a fact below it whose value it
-- passes on; or the context holds an obsolete version of a fact below and no event that supports the current one
with fact_event as (
    select o.query_id, o.node_id, o.event_id, true as is_obsolete,
    from suite.obsolete as o

    union all

    select r.query_id, r.node_id, r.event_id, false as is_obsolete,
    from evaluation.reach as r
    where r.event_id is not null
        and exists (select 1 from suite.obsolete as o where o.query_id = r.query_id and o.node_id = r.node_id)
),

held as (
    select
        f.run_id, f.query_id, f.node_id, f.parent,
        bool_or(e.is_obsolete and c.event_id is not null) as has_obsolete,
        bool_or(not e.is_obsolete and c.event_id is not null) as has_current,
        bool_or(not e.is_obsolete) as is_supported,
    from evaluation.frontier_context as f
    inner join evaluation.reach as b on b.query_id = f.query_id and b.node_id = f.node_id
    inner join fact_event as e on e.query_id = f.query_id and e.node_id = b.below
    left join evaluation.context_event as c
        on c.run_id = f.run_id and c.kind = f.kind and c.ask_id = f.ask_id and c.event_id = e.event_id
    where f.outcome = 'ok'
    group by f.run_id, f.query_id, f.node_id, f.parent, e.node_id
)

select h.run_id, h.query_id, h.node_id, h.parent,
from held as h
where h.has_obsolete and h.is_supported and not h.has_current

union

select f.run_id, f.query_id, f.node_id, f.parent,
from evaluation.frontier_context as f
inner join evaluation.reach as b on b.query_id = f.query_id and b.node_id = f.node_id
inner join evaluation.obsolete_state as o on o.query_id = f.query_id and o.node_id = b.below
where f.outcome = 'ok'
    and (o.node_id = f.node_id or (not o.is_truth and o.parts_now = f.gold_parts))
    and case
        when o.parts is null then f.label = 'justified-zero' and f.shape = 'none'
        else o.parts = f.parts and f.label <> 'unknown'
    end
