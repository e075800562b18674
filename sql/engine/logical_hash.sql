-- title: A hash of a table's rows in any order
-- grain: one row
-- source: ours
-- why: bytes change with the writer's version; this changes with the content alone
select
    count(*) || ':' || coalesce(sum(md5_number_lower(cast(to_json(h) as varchar))::hugeint), 0) as logical_hash,
from main.hashed as h
