-- title: Q3: tracked answers with the transition that leads to them
-- grain: one row per (run_id, tracked_id, checkpoint)
-- source: MemDerive section 4.3; staleness is ours
-- why: staleness counts checkpoints from a change to the first right answer at or after it: 0 is right at once, null
-- is never right again. Runs without any tracked answer have no row: they were not asked
with asked as (
    select distinct r.run_id,
    from run.tracked_response as r
),

judged as (
    select
        r.run_id,
        a.tracked_id,
        a.checkpoint,
        coalesce(m.is_correct, false) as is_correct,
        t.is_changed,
        t.is_explicit,
    from asked as r
    cross join suite.tracked_answer as a
    left join evaluation.match as m
        on m.run_id = r.run_id and m.kind = 'tracked' and m.ask_id = a.tracked_id || '@' || a.checkpoint
    left join suite.transition as t on t.tracked_id = a.tracked_id and t.checkpoint = a.checkpoint
)

select
    j.run_id,
    j.tracked_id,
    j.checkpoint,
    j.is_correct,
    j.is_changed,
    j.is_explicit,
    case when j.is_changed then
        min(case when j.is_correct then j.checkpoint end) over (
            partition by j.run_id, j.tracked_id order by j.checkpoint
            rows between current row and unbounded following
        ) - j.checkpoint
    end as staleness,
from judged as j
