-- title: Worlds whose oracle the public history does not determine
-- grain: one row per (world_id)
-- source: ours
-- why: must return no row
select w.world_id
from sv.world as w
where not exists (select 1 from sv.oracle as o where o.world_id = w.world_id)
