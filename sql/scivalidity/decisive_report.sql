-- title: Flip pairs whose reported value differs between the two worlds
-- grain: one row per (taskspec_id, seed)
-- source: ours
-- why: must return no row; the reported value is never what decides
select
    w.taskspec_id,
    w.seed,
    p.value as original_value,
    q.value as counterfactual_value
from sv.world as w
inner join sv.world as v on v.taskspec_id = w.taskspec_id and v.seed = w.seed and v.variant = 'counterfactual'
inner join sv.event as e on e.world_id = w.world_id and e.type = 'observe'
inner join sv.event as f on f.world_id = v.world_id and f.type = 'observe'
inner join sv.payload as p on p.event_id = e.event_id and p.label = 'reported value'
inner join sv.payload as q on q.event_id = f.event_id and q.label = 'reported value'
where
    w.variant = 'original'
    and w.pair = 'flip'
    and p.value <> q.value
