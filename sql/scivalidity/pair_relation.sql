-- title: Pairs whose two oracle actions do not stand in the relation that the TaskSpec declares
-- grain: one row per (taskspec_id, seed)
-- source: paper section 3.5
-- why: must return no row
select
    w.taskspec_id,
    w.seed,
    w.pair,
    o.oracle_action as original_action,
    p.oracle_action as counterfactual_action
from sv.world as w
inner join sv.world as v on v.taskspec_id = w.taskspec_id and v.seed = w.seed and v.variant = 'counterfactual'
inner join sv.oracle as o on o.world_id = w.world_id
inner join sv.oracle as p on p.world_id = v.world_id
where
    w.variant = 'original'
    and (w.pair = 'flip') <> (o.oracle_action <> p.oracle_action)
