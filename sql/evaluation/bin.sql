-- title: Bins in which scores are shown
-- grain: one row per (dimension, position)
-- source: witness sizes as in EVALUATION; the others are ours
-- why: a value is in the bin with low <= value < high; bins without bounds are categories by their names
with spread(dimension, bins) as (
    values
    ('all', ['all']),
    ('label', ['answerable', 'justified-zero', 'unknown']),
    ('family', ['temporal', 'semantic', 'closure', 'rules', 'set_quant']),
    ('families', ['temporal', 'semantic', 'closure', 'rules', 'set_quant']),
    ('composition_degree', ['1', '2', '3']),
    ('change', ['explicit', 'implicit']),
    ('class', ['ungathered', 'unretrievable', 'misderived', 'unanswered']),
    ('workload', ['access', 'evolution', 'composition', 'other']),
    ('kind', ['fact', 'rule', 'derived'])
),

measured(dimension, bins, lows) as (
    values
    ('witness_size', ['0', '1', '2-3', '4-7', '8-15', '16+'], [0, 1, 2, 4, 8, 16]),
    ('support_size', ['0', '1', '2-3', '4-7', '8-15', '16+'], [0, 1, 2, 4, 8, 16]),
    ('witness_age_days', ['0-30', '31-90', '91-180', '181-365', '366+'], [0, 31, 91, 181, 366]),
    ('vocabulary_overlap', ['under 20%', '20-40%', '40-60%', '60% and more'], [0, 0.2, 0.4, 0.6]),
    ('versions_per_fact', ['1', 'up to 1.5', '1.5 to 2', '2 and more'], [0, 1.0001, 1.5, 2]),
    ('obsolete_events', ['0', '1', '2-3', '4-7', '8+'], [0, 1, 2, 4, 8]),
    ('height', ['1-2', '3', '4', '5-6', '7+'], [0, 3, 4, 5, 7]),
    ('width', ['1', '2-3', '4-7', '8-15', '16+'], [0, 2, 4, 8, 16]),
    ('context_tokens', ['0', '1-256', '257-1024', '1025-4096', '4097+'], [0, 1, 257, 1025, 4097]),
    (
        'context_share',
        ['nothing', 'under 1%', '1-5%', '5-10%', '10-25%', '25-50%', '50% and more'],
        [0, 0.000000001, 0.01, 0.05, 0.1, 0.25, 0.5]
    )
),

listed as (
    select s.dimension, s.bins, null::decimal(18, 9)[] as lows,
    from spread as s

    union all

    select m.dimension, m.bins, m.lows::decimal(18, 9)[],
    from measured as m
)

select
    l.dimension,
    unnest(generate_series(1, len(l.bins)))::integer as position,
    l.bins[position] as bin,
    l.lows[position]::double as low,
    case when low is not null then coalesce(l.lows[position + 1]::double, 'infinity'::double) end as high,
from listed as l
