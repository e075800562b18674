-- title: Workload dimensions of every query, measured on its derivation and witnesses
-- grain: one row per (query_id)
-- source: paper section 2.4
with support as (
    select r.query, count(*) as events
    from graph.reach as r
    inner join graph.node as n on n.vertex = r.vertex and n.event is not null
    group by r.query
),

used as (
    select
        d.query,
        coalesce(bool_or(n.kind = 'derived'), false)::integer as rules,
        coalesce(bool_or(n.kind = 'completeness'), false)::integer as completeness
    from graph.dag as d
    inner join graph.node as n on n.vertex = d.vertex
    group by d.query
)

select
    q.query_id,
    coalesce(h.height, 0) as height,
    coalesce(h.width, 0) as width,
    coalesce(h.node_count, 0) as node_count,
    coalesce(s.events, 0)::integer as support_size,
    w.size_min as witness_size_min,
    w.size_max as witness_size_max,
    w.witness_count,
    w.listed_count as witness_listed_count,
    coalesce(w.is_truncated, false) as is_truncated,
    null::boolean as is_literal_sufficient,
    a.age_days::integer as witness_age_days,
    a.span_days::integer as witness_span_days,
    coalesce(f.facts, 0)::integer as fact_count,
    cast(round(f.versions * 1.0000::decimal(18, 4) / f.facts, 4) as decimal(18, 4)) as version_count_mean,
    coalesce(f.obsolete_events, 0)::integer as obsolete_event_count,
    greatest(
        1,
        coalesce(f.obsolete_events > 0, false)::integer + coalesce(u.rules, 0) + coalesce(u.completeness, 0)
    )::integer as composition_degree,
    null::decimal(18, 4) as vocabulary_overlap,
    null::boolean as has_lexical_gap,
from ground.asked as q
left join graph.shape as h on h.query = q.query
left join support as s on s.query = q.query
left join export.size as w on w.query = q.query
left join export.age as a on a.query = q.query
left join export.fact as f on f.query = q.query
left join used as u on u.query = q.query
order by q.query
