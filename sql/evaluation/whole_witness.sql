-- title: Contexts that hold a whole witness of the frontier node that was answered wrongly
-- grain: one row per (run_id, kind, ask_id, query_id, node_id)
-- source: MemDerive section 2.3: a witness is a set of events that derives a state
-- why: no witness is listed. From the events of a context every head is derived that has an alternative with all its
-- bodies derived, round after round; known has a bit for every node that its round knows, so that the last round is
-- enough
with recursive pair as (
    select distinct f.run_id, f.kind, f.ask_id, f.query_id,
    from evaluation.frontier_context as f
    semi join evaluation.context_event as c on c.run_id = f.run_id and c.kind = f.kind and c.ask_id = f.ask_id
),

round(run_id, kind, ask_id, query_id, known) as (
    select
        p.run_id, p.kind, p.ask_id, p.query_id,
        bit_or(case when n.is_free or c.event_id is not null then n.bit else n.bit & ~n.bit end),
    from pair as p
    inner join evaluation.numbered_node as n on n.query_id = p.query_id
    left join evaluation.context_event as c
        on c.run_id = p.run_id and c.kind = p.kind and c.ask_id = p.ask_id and c.event_id = n.event_id
    group by p.run_id, p.kind, p.ask_id, p.query_id

    union all

    select r.run_id, r.kind, r.ask_id, r.query_id, any_value(r.known) | bit_or(a.bit),
    from round as r
    inner join evaluation.alternative as a on a.query_id = r.query_id
    where get_bit(r.known, a.place) = 0 and r.known & a.bodies = a.bodies
    group by r.run_id, r.kind, r.ask_id, r.query_id
)

select distinct f.run_id, f.kind, f.ask_id, f.query_id, f.node_id,
from evaluation.frontier_context as f
inner join evaluation.numbered_node as n on n.query_id = f.query_id and n.node_id = f.node_id
inner join round as r
    on r.run_id = f.run_id and r.kind = f.kind and r.ask_id = f.ask_id and r.query_id = f.query_id
where get_bit(r.known, n.place) = 1
