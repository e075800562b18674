-- title: Every tuple with what the engine's version resolution says of it
-- grain: one row per (list_id, is_separate, number)
-- source: arXiv 2610.09193, section 2; ENGINE, ground state
-- why: event e is statement e - 1; superseded is null on the newest version of a key, version 1 is the first write
select
    l.list_id,
    l.is_separate,
    v.event - 1 as number,
    v.key[1] as subject,
    v.key[2] as relation,
    v.value[1] as object,
    v.superseded - 1 as superseded_by,
    v.superseded is null as is_last,
    v.version = min(v.version) over (partition by v.scenario, v.key_id) as is_first,
from ground.version as v
inner join lw.listing as l on l.scenario = v.scenario
