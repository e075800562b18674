-- title: The first recorded version of every key at every cutoff, with each event that asserts it
-- grain: one row per (_w, row_id)
-- source: ours; ENGINE, queries
select
    x._w,
    v.row_id,
    v.event,
from ground.world as x
inner join ground.version as v on v.scenario = x.scenario and v.event <= x.known_at and v.version = 1
