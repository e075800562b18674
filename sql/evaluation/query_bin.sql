-- title: The bins that a query is in, by dimension
-- grain: one row per (query_id, dimension, bin)
-- source: MemDerive sections 2.4 and 4.1
-- why: families has a row for every family that the target combines; none is a query without the measure
with measure as (
    select
        m.query_id,
        unnest([
            {'dimension': 'witness_size', 'value': m.witness_size_min::double},
            {'dimension': 'support_size', 'value': m.support_size::double},
            {'dimension': 'witness_age_days', 'value': m.witness_age_days::double},
            {'dimension': 'vocabulary_overlap', 'value': m.vocabulary_overlap::double},
            {'dimension': 'versions_per_fact', 'value': m.version_count_mean::double},
            {'dimension': 'obsolete_events', 'value': m.obsolete_event_count::double},
            {'dimension': 'height', 'value': m.height::double},
            {'dimension': 'width', 'value': m.width::double},
        ], recursive := true),
    from suite.measure as m
),

category as (
    select
        q.query_id,
        unnest([
            {'dimension': 'all', 'bins': ['all']},
            {'dimension': 'label', 'bins': [a.label]},
            {'dimension': 'family', 'bins': [q.family]},
            {'dimension': 'families', 'bins': coalesce(q.families, [q.family])},
            {'dimension': 'composition_degree', 'bins': [m.composition_degree::varchar]},
            {'dimension': 'domain', 'bins': [s.domain]},
            {'dimension': 'scenario', 'bins': [q.scenario_id]},
        ], max_depth := 2),
    from suite.query as q
    inner join suite.answer as a on a.query_id = q.query_id
    inner join suite.scenario as s on s.scenario_id = q.scenario_id
    left join suite.measure as m on m.query_id = q.query_id
)

select
    m.query_id,
    m.dimension,
    coalesce(b.bin, 'none') as bin,
from measure as m
left join evaluation.bin as b on b.dimension = m.dimension and m.value >= b.low and m.value < b.high

union all

select distinct
    c.query_id,
    c.dimension,
    coalesce(unnest(c.bins), 'none') as bin,
from category as c
