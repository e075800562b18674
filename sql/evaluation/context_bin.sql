-- title: The bins that a query's context is in: tokens, and the share of the history so far
-- grain: one row per (run_id, query_id, dimension, bin)
-- source: ours, after MemDerive section 4.1 (matched context budgets)
with measure as (
    select
        r.run_id,
        q.query_id,
        unnest([
            {'dimension': 'context_tokens', 'value': c.token_count::double},
            {'dimension': 'context_share', 'value': c.history_share},
        ], recursive := true),
    from run.run as r
    cross join suite.query as q
    left join run.context as c
        on c.run_id = r.run_id and c.kind = 'query' and c.ask_id = q.query_id and c.outcome = 'ok'
)

select
    m.run_id,
    m.query_id,
    m.dimension,
    coalesce(b.bin, 'none') as bin,
from measure as m
left join evaluation.bin as b on b.dimension = m.dimension and m.value >= b.low and m.value < b.high
