-- title: Records that are deprecated
-- grain: one row per (kind, code)
-- source: ours; RFC 5646 section 3.1.6
-- reads as: is the {kind} {code} deprecated
-- why: read from the status alone, so that one record settles it and no list of deprecations is needed
select s.kind, s.code
from status as s
where s.state = 'deprecated'
