-- title: The sum of the rows' own hashes
-- grain: one row per (row_hash_sum)
-- source: ours
-- why: bytes change with the writer's version; this changes with the content alone, and not with row order
select coalesce(sum(md5_number_lower(cast(to_json(h) as varchar))::hugeint), 0) as row_hash_sum,
from main.hashed as h
