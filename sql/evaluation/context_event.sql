-- title: Events in the contexts of the frontier: those that the system names, or else those whose ids stand in the text
-- grain: one row per (run_id, kind, ask_id, event_id)
-- source: ours
-- why: event_id is null where a context is empty; a context that names none and shows no id has no row: what is in it
-- cannot be told
with wanted as (
    select distinct f.run_id, f.kind, f.ask_id, q.scenario_id,
    from evaluation.frontier_context as f
    inner join suite.query as q on q.query_id = f.query_id
),

named as (
    select
        w.run_id, w.kind, w.ask_id, w.scenario_id,
        c.text = '' or c.event_ids is not null as is_told,
        coalesce(
            c.event_ids, regexp_extract_all(c.text, '\[([^\[\]\s]+)\] [0-9]{4}-[0-9]{2}-[0-9]{2}', 1)
        ) as found,
        unnest(coalesce(nullif(found, []), [null])) as event_id,
    from wanted as w
    inner join run.context as c on c.run_id = w.run_id and c.kind = w.kind and c.ask_id = w.ask_id
    where c.outcome = 'ok'
)

select distinct
    n.run_id,
    n.kind,
    n.ask_id,
    e.event_id,
from named as n
left join suite.event as e on e.scenario_id = n.scenario_id and e.event_id = n.event_id
where n.is_told or e.event_id is not null
