-- title: Records that are in use
-- grain: one row per (kind, code)
-- source: ours; RFC 5646 section 3.1.6 (a deprecated record stays in the registry)
-- reads as: is the {kind} {code} active
-- why: a record is registered once and for ever; whether it is in use is its status, which changes
select r.kind, r.code
from registered as r
inner join status as s on s.kind = r.kind and s.code = r.code
where s.state = 'active'
