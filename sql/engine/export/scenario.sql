-- title: Scenarios of the suite
-- grain: one row per (scenario_id)
-- source: ours
select
    s.scenario_id,
    s.domain,
    s.title,
    s.seed,
    s.origin,
    s.licence,
from ground.scenario as s
order by s.scenario
