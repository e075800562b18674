-- title: Records that name a prefix
-- grain: one row per (kind, code)
-- source: ours; RFC 5646 section 3.1.8
-- reads as: does the {kind} {code} name a prefix
select distinct p.kind, p.code
from prefix as p
