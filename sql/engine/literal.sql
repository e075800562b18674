-- title: The current version of every key in every literal world, with each event that supports it
-- grain: one row per (_w, row_id)
-- source: paper section 2.1, resolved state; ENGINE, worlds
-- why: a plain cutoff reads version intervals, as does a key of which nothing was changed; the rest is chosen again;
--      a world with a target holds what that can read
select
    x._w,
    v.row_id,
    v.relation,
    v.slot_id,
    v.valid_from,
    v.event,
    v.is_ok,
from ground.world as x
inner join ground.version as v
    on v.scenario = x.scenario
    and v.event <= x.known_at
    and (v.superseded is null or v.superseded > x.known_at)
left join ground.touched as t on t._w = x._w and t.key_id = v.key_id
left join ground.relevant as r on r.target = x.target and r.relation = v.relation and not r.is_first
where x.kind = 'literal' and not x.is_only and t._w is null and (x.target < 0 or r.target is not null)

union all

select
    c._w,
    c.row_id,
    c.relation,
    c.slot_id,
    c.valid_from,
    c.event,
    c.is_ok,
from ground.rechosen as c
where c.change is null or c.event > c.change
