-- title: Number of records of a kind that name a prefix
-- grain: one row per (kind, prefix_tag)
-- source: ours
-- reads as: how many records of the kind {kind} name the prefix {prefix_tag}
-- why: finer than what closes prefix, which is the kind: a tag that no record names has the count 0
select p.kind, p.prefix_tag, count(*) as record_count
from prefix as p
group by p.kind, p.prefix_tag
