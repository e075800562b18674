-- title: What a run cost, at ingestion and at query time
-- grain: one row per (run_id, phase)
-- source: ours, after EVALUATION "Cost"
-- why: calls and model tokens are null where the system does not say; told_count counts the rows that say
select
    i.run_id,
    'ingestion' as phase,
    count(i.batch) as row_count,
    sum(i.token_count)::bigint as token_count,
    count(coalesce(i.calls, i.input_tokens, i.output_tokens)) as told_count,
    sum(i.calls)::bigint as calls,
    sum(i.input_tokens)::bigint as input_tokens,
    sum(i.output_tokens)::bigint as output_tokens,
from run.ingestion as i
group by i.run_id

union all by name

select
    c.run_id,
    c.kind as phase,
    count(c.ask_id) as row_count,
    sum(c.token_count)::bigint as token_count,
    count(coalesce(c.calls, c.input_tokens, c.output_tokens)) as told_count,
    sum(c.calls)::bigint as calls,
    sum(c.input_tokens)::bigint as input_tokens,
    sum(c.output_tokens)::bigint as output_tokens,
from run.context as c
group by c.run_id, c.kind
