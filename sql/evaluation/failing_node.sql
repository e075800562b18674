-- title: Q2: the nodes on paths of wrong answers, the frontier among them, and where a path ends at an answer that failed
-- grain: one row per (run_id, query_id, node_id)
-- source: MemDerive section 4.2.3, Algorithm 1; the class unanswered is ours
-- why: a node is on the frontier where every child is right. The root can be: its targeted answer is then the wrong
-- one that it gave. An answer that failed says nothing of a state: where a path comes to one, and where the targeted
-- answer of a frontier node is one, the class is unanswered. is_wrong: by an answer
with reached as (
    select w.run_id, w.query_id, w.node_id, true as is_wrong,
    from evaluation.wrong_node as w

    union all

    select distinct w.run_id, w.query_id, p.node_id, false,
    from evaluation.wrong_node as w
    inner join evaluation.probe_score as p
        on p.run_id = w.run_id and p.query_id = w.query_id and p.context = 'inherited' and p.parent = w.node_id
    where not p.is_answered and not exists (
        select 1
        from evaluation.wrong_node as o
        where o.run_id = p.run_id and o.query_id = p.query_id and o.node_id = p.node_id
    )
),

blocked as (
    select distinct p.run_id, p.query_id, p.parent as node_id,
    from evaluation.probe_score as p
    where p.context = 'inherited' and not p.is_correct
)

select
    f.run_id,
    f.query_id,
    f.node_id,
    n.probe_id,
    n.kind,
    n.depth,
    f.is_wrong,
    not f.is_wrong or b.node_id is null as is_frontier,
    case
        when not f.is_wrong then 'unanswered'
        when t.is_correct then 'ungathered'
        when not t.is_answered then 'unanswered'
        when n.kind in ('fact', 'rule') then 'unretrievable'
        else 'misderived'
    end as class,
from reached as f
inner join evaluation.diagnostic_node as n on n.query_id = f.query_id and n.node_id = f.node_id
left join blocked as b on b.run_id = f.run_id and b.query_id = f.query_id and b.node_id = f.node_id
left join evaluation.probe_score as t
    on t.run_id = f.run_id and t.probe_id = n.probe_id and t.context = 'targeted'
