-- title: Deprecated records for which the registry names no replacement
-- grain: one row per (kind, code)
-- source: ours; RFC 5646 section 3.1.7 (Preferred-Value is optional)
-- reads as: the deprecated records of the kind {kind} without a preferred value
-- why: mostly languages that were split in two or turned out not to exist
select d.kind, d.code
from deprecation as d
where not exists (
    select 1 from preferred as p where p.kind = d.kind and p.code = d.code
)
