-- title: What an obsolete version says, and what its fact says now, in the spelling of answers
-- grain: one row per (query_id, node_id, event_id, parts)
-- source: ours, after MemDerive figure 5
-- why: a fact without value columns is true, or false once cancelled; a cancelled one with values says none (null).
-- A fact with valid time that is read for its newest version is named current_ and has no valid_from in its key
with version as (
    select
        o.query_id, o.node_id, o.event_id,
        v.is_cancelled,
        v.value as said,
        n.is_true,
        n.value as now,
    from suite.obsolete as o
    inner join suite.query as q on q.query_id = o.query_id
    inner join suite.dag_node as n on n.query_id = o.query_id and n.node_id = o.node_id
    inner join suite.fact_version as v
        on v.scenario_id = q.scenario_id and v.event_id = o.event_id
        and (
            (v.relation = n.relation and v.key = n.key)
            or (
                'current_' || v.relation = n.relation
                and list_filter(from_json(v.key, '["varchar"]'), lambda k : k <> v.valid_from::varchar)
                = from_json(n.key, '["varchar"]')
            )
        )
    where n.kind in ('fact', 'rule')
),

valued as (
    select
        v.query_id, v.node_id, v.event_id,
        coalesce(v.said, v.now, '[]') = '[]' as is_truth,
        case
            when is_truth then [(not v.is_cancelled)::varchar]
            when not v.is_cancelled then from_json(v.said, '["varchar"]')
        end as parts,
        case when is_truth then [v.is_true::varchar] else from_json(v.now, '["varchar"]') end as parts_now,
    from version as v
)

select distinct
    v.query_id,
    v.node_id,
    v.event_id,
    v.is_truth,
    list_transform(
        v.parts, lambda x : regexp_replace(x, '^(-?(?:0|[1-9][0-9]*))(?:\.0+|(\.[0-9]*[1-9])0*)$', '\1\2')
    ) as parts,
    list_transform(
        v.parts_now, lambda x : regexp_replace(x, '^(-?(?:0|[1-9][0-9]*))(?:\.0+|(\.[0-9]*[1-9])0*)$', '\1\2')
    ) as parts_now,
from valued as v
